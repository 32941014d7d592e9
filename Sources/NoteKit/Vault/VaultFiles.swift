// SPDX-License-Identifier: MIT
// Which file of a vault a note means when it places one.

internal import Glibc
public import NoteFiles
internal import Synchronization

/// Finds the files that notes of a vault place. It may be used from many threads at once.
///
/// What a link may reach lies in the vault: `..` never leads out of it, and nothing hidden is found. A
/// symbolic link in the vault is followed, as it is for notes. It writes nothing.
public final class VaultFiles: Sendable {
    /// The vault.
    public let vault: NotePath
    /// Its settings.
    public let settings: VaultSettings

    private let looksEverywhere: Bool
    private let disk: NoteDisk
    private let names = Mutex<VaultNames?>(nil)

    /// Prepares to look for files; looks at nothing but the settings yet.
    ///
    /// - Parameters:
    ///   - vault: A folder, or a link to one.
    ///   - looksEverywhere: Whether a file is looked for in all of the vault when it is in none of the
    ///     expected places. For the folder of a single note that is in no vault this had better be false: it
    ///     may be somebody's home.
    ///   - disk: What it is read with.
    public init(of vault: NotePath, looksEverywhere: Bool = true, on disk: NoteDisk = NoteDisk()) {
        self.vault = vault
        self.looksEverywhere = looksEverywhere
        self.disk = disk
        settings = VaultSettings(of: vault, on: disk)
    }

    /// The file that a note places; nil where there is none.
    ///
    /// Looked for as Obsidian does: a wikilink from the vault's top, a path from the note's folder, then the
    /// other way round, then in the attachment folder, then anywhere in the vault by the end of its path,
    /// whatever the case: below the note's folder first, then where the path is shortest.
    ///
    /// System calls: `statx(2)`; once, when a file is in none of the expected places, those of `FolderScan`.
    ///
    /// - Parameters:
    ///   - target: What the link names. A part behind `#` counts only where a file is called so.
    ///   - style: How the link is written.
    ///   - note: The path of the note below the vault.
    /// - Returns: The path of the file below the vault.
    public func file(_ target: String, _ style: LinkStyle, from note: NotePath) -> NotePath? {
        guard let note = VaultPath(note) else { return nil }
        return LinkReading(target, style, meansNotes: false).file(
            from: note, settings: settings, isFile: isFile
        ) { wanted, expected in
            looksEverywhere ? known().elsewhere(wanted, expected: expected, from: note) : nil
        }?.path
    }

    /// The drawing of a note: a file of this name in the attachment folder; nil where there is none.
    ///
    /// - Parameters:
    ///   - name: The name, or a path below the attachment folder.
    ///   - note: The path of the note below the vault.
    public func drawing(_ name: String, of note: NotePath) -> NotePath? {
        guard let note = VaultPath(note), !name.isEmpty,
            let folder = settings.attachmentFolder(of: note),
            let file = folder.followed(by: Array(name.utf8)), file.isBelow(folder), isFile(file)
        else { return nil }
        return file.path
    }

    /// The bytes of a file that was found.
    ///
    /// System calls: those of `NoteDisk.read`.
    ///
    /// - Throws: `FileError` as `NoteDisk.read` does.
    public func bytes(of file: NotePath) throws(FileError) -> [UInt8] {
        try disk.read(vault.appending(file)).bytes
    }

    private func isFile(_ file: VaultPath) -> Bool {
        var facts = FileFacts()
        let looked = vault.appending(file.path).withCString { disk.calls.statx(AT_FDCWD, $0, 0, &facts) }
        return looked == 0 && facts.kind == .file
    }

    /// The files that are no notes. A vault that cannot be looked at has none: its notes have told by then.
    private func known() -> VaultNames {
        names.withLock { names in
            if let names { return names }
            let found: VaultNames
            do throws(FileError) {
                found = try VaultNames(
                    of: vault, matching: { !NoteName.isNote($0) }, settings: settings, disk)
            } catch {
                found = VaultNames([NotePath](), settings: settings)
            }
            names = found
            return found
        }
    }
}
