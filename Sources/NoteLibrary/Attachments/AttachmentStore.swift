// SPDX-License-Identifier: MIT
// Where the files of notes lie, how one is staged, and what a crash left of that.

internal import CNoteLinux
internal import Glibc
public import NoteFiles
public import NoteKit

/// The attachment folders of a vault. Knows nothing of notes but where they are.
///
/// No path is kept anywhere: where a file lies is told anew from the setting and from its name, and a name that is
/// no single path component is refused. No symbolic link is followed on the way to what is written.
public struct AttachmentStore: Sendable {
    /// The vault, a real path.
    public let vault: NotePath
    /// Its settings.
    public let settings: VaultSettings
    let disk: NoteDisk
    let looksEverywhere: Bool
    private let files: VaultFiles
    /// Why the settings could not be read: then nobody knows where a file belongs.
    private let problem: FileError?

    /// Prepares to look at the files of a vault; reads its settings.
    ///
    /// - Parameters:
    ///   - vault: The folder, a real path.
    ///   - looksEverywhere: Whether a file that is not in the attachment folder is looked for in all of the vault.
    ///     For the folder of a single note that is in no vault this had better be false.
    public init(of vault: NotePath, looksEverywhere: Bool = true, on disk: NoteDisk = NoteDisk()) {
        self.vault = vault
        self.disk = disk
        self.looksEverywhere = looksEverywhere
        files = VaultFiles(of: vault, looksEverywhere: looksEverywhere, on: disk)
        do throws(FileError) {
            settings = try VaultSettings(toWriteIn: vault, on: disk)
            problem = nil
        } catch {
            settings = VaultSettings()
            problem = error
        }
    }

    /// The folder for the files of a note, as a path in the vault, `.` for its top. It need not be there.
    ///
    /// - Throws: `LibraryError` with code `.invalidName` where the setting leads out of the vault or to something
    ///   hidden; or that of the error with which the settings could not be read.
    public func folder(of note: NotePath) throws(LibraryError) -> NotePath {
        if let problem { throw LibraryError(problem) }
        guard let place = VaultPath(note), let folder = settings.attachmentFolder(of: place) else {
            throw LibraryError(
                .invalidName, note,
                "The attachment folder '\(NotePath(lossy: settings.attachmentFolder))' is not inside of the vault. "
                    + "Nothing was changed.")
        }
        return folder.path
    }

    /// Where a file of a note would lie, as a path in the vault.
    ///
    /// - Throws: `LibraryError` with code `.invalidName` for a name that is no single path component, is hidden,
    ///   or as `folder(of:)` does.
    public func path(of name: String, note: NotePath) throws(LibraryError) -> NotePath {
        guard AttachmentName.isName(name.utf8) else {
            throw LibraryError(
                .invalidName, note, "'\(NotePath(lossy: name))' is no name of a file. Nothing was changed.")
        }
        return try folder(of: note).entry(NotePath(name))
    }

    /// A file of a note, as it is now: in the attachment folder, else where a link of that name would lead.
    ///
    /// System calls: `statx(2)`; where it is in none of the expected places, those of `FolderScan` once.
    public func attachment(_ entry: AttachmentList.Entry, of note: NotePath) -> Attachment {
        let name = entry.name ?? entry.text
        guard entry.name != nil else { return Attachment(name: name, path: nil, size: nil) }
        if let path = expectedPath(of: name, note), let size = size(of: path) {
            return Attachment(name: name, path: path, size: size)
        }
        guard let path = files.file(name, .wikilink, from: note), !NotesFolder.isNote(path),
            let size = size(of: path)
        else { return Attachment(name: name, path: nil, size: nil) }
        return Attachment(name: name, path: path, size: size)
    }

    private func expectedPath(of name: String, _ note: NotePath) -> NotePath? {
        do throws(LibraryError) {
            return try path(of: name, note: note)
        } catch {
            // The file of such a name is looked for elsewhere, or is missing.
            return nil
        }
    }

    /// How many bytes a file has; nil where none is there.
    private func size(of path: NotePath) -> Int? {
        var facts = FileFacts()
        let answer = vault.appending(path).withCString { disk.calls.statx(cn_AT_FDCWD, $0, 0, &facts) }
        return answer == 0 && facts.kind == .file ? facts.size : nil
    }

    /// The words for a file. Reads its start.
    ///
    /// System calls: `openat(2)`, `pread(2)`.
    public func descriptor(of attachment: Attachment) -> AttachmentDescriptor {
        AttachmentDescriptor(of: attachment, start: attachment.path.flatMap(start))
    }

    private func start(of path: NotePath) -> [UInt8]? {
        do throws(FileError) {
            let location = try NoteLocation(of: vault.appending(path), for: .read, calls: disk.calls)
            let file = try disk.openForReading(location, .read)
            var count = 0
            let bytes = [UInt8](unsafeUninitializedCapacity: AttachmentDescriptor.contentStart) {
                buffer, used in
                while used < buffer.count {
                    let rest = UnsafeMutableRawBufferPointer(
                        rebasing: UnsafeMutableRawBufferPointer(buffer)[used...])
                    count = disk.calls.pread(file.number, rest, used)
                    if count == -Int(EINTR) { continue }
                    guard count > 0 else { return }
                    used += count
                }
            }
            return count < 0 ? nil : bytes
        } catch {
            // A row says that it cannot be read.
            return nil
        }
    }

    // MARK: - Staging

    /// Copies a file into the vault, where nobody sees it until a note is saved that lists it.
    ///
    /// The attachment folder is not made yet. See `NoteDisk.stage` for what the copy is and how it is taken; nothing
    /// is left when this throws, and nothing when the process is killed once `clearStaging(of:)` has run.
    ///
    /// - Parameters:
    ///   - source: Any path; symbolic links are followed.
    ///   - note: The path of the note in the vault. The note need not be there.
    /// - Throws: `LibraryError` with code `.missing`, `.notAFile`, `.notPermitted`, `.busy`, `.noSpace`,
    ///   `.symbolicLink`, `.invalidName` or `.inputOutput`.
    public func stage(_ source: NotePath, for note: NotePath) throws(LibraryError) -> StagedAttachment {
        try stage(as: AttachmentName.safe(source.name), for: note) { (disk, folder) throws(FileError) in
            try disk.stage(source, in: folder)
        }
    }

    /// The same of bytes.
    func stage(_ bytes: [UInt8], for note: NotePath) throws(LibraryError) -> StagedAttachment {
        try stage(as: "", for: note) { (disk, folder) throws(FileError) in
            try disk.stage(bytes, in: folder, about: note)
        }
    }

    private func stage(
        as name: String, for note: NotePath, _ copy: (NoteDisk, Int32) throws(FileError) -> StagedFile
    ) throws(LibraryError) -> StagedAttachment {
        let folder = try nearestFolder(to: try folder(of: note))
        let number = disk.calls.openat(folder.file.number, ".", cn_O_PATH | cn_O_DIRECTORY | cn_O_CLOEXEC, 0)
        guard number >= 0 else {
            throw LibraryError(
                systemError: -number, folder.path, "The folder '\(folder.path)' was not opened")
        }
        let directory = OpenFile(owning: number, calls: disk.calls)
        let staged: StagedFile
        do throws(FileError) {
            staged = try copy(disk, directory.number)
        } catch {
            throw LibraryError(staging: error)
        }
        return StagedAttachment(staged, as: name, in: directory, folder.path, on: disk)
    }

    /// Removes what killed processes had staged for a note: hidden files of ours in its attachment folder and in
    /// the folders around that. To be called when operations that were interrupted are finished.
    ///
    /// - Returns: How many there were.
    @discardableResult
    public func clearStaging(of note: NotePath) throws(LibraryError) -> Int {
        try inStagingFolders(of: note) { (folder) throws(FileError) in
            try disk.clearStaged(in: folder.file.number, folder.path)
        }
    }

    /// Whether anything is staged for a note, be it by a living process.
    func holdsStaging(of note: NotePath) throws(LibraryError) -> Bool {
        try inStagingFolders(of: note) { (folder) throws(FileError) in
            try disk.names(in: vault.appending(folder.path), where: HiddenName.isStaged).count
        } > 0
    }

    /// Counts something in each folder in which files of a note may be staged.
    private func inStagingFolders(
        of note: NotePath, _ count: (OpenFolder) throws(FileError) -> Int
    ) throws(LibraryError) -> Int {
        var folder = try nearestFolder(to: try folder(of: note))
        var sum = 0
        while true {
            do throws(FileError) {
                sum += try count(folder)
            } catch {
                // One that may not be listed holds nothing of ours, for then nothing could be staged in it.
                guard error.code == .notPermitted else { throw LibraryError(error) }
            }
            guard folder.path != .top else { return sum }
            folder = try nearestFolder(to: folder.path.folder)
        }
    }

    /// The folder at a path, else the one above that is there.
    private func nearestFolder(to path: NotePath) throws(LibraryError) -> OpenFolder {
        let folders = try VaultFolders(vault, calls: disk.calls)
        var path = path
        while true {
            do throws(LibraryError) {
                return try folders.folder(path)
            } catch {
                guard error.code == .missing, path != .top else { throw error }
                path = path.folder
            }
        }
    }
}

extension NotePath {
    /// A path for a message, of a string that may hold a zero.
    init(lossy string: String) { self.init(bytes: string.utf8.map { $0 == 0 ? UInt8(ascii: "?") : $0 }) }
}
