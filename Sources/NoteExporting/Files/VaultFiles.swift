// SPDX-License-Identifier: MIT
// Which file of a vault a note means when it places one.

internal import CNoteLinux
public import NoteKit
internal import Synchronization

/// Finds the files that notes of a vault place. It may be used from many threads at once.
///
/// What a link may reach lies in the vault: `..` never leads out of it, and nothing hidden is found. A
/// symbolic link in the vault is followed, as it is for notes. It writes nothing.
public final class VaultFiles: Sendable {
    /// How a link names a file.
    public enum Style: Sendable {
        /// `![[name]]`: a path from the vault's top, or the end of one.
        case wikilink
        /// `![](path)`: from the note's own folder, percent signs decoded.
        case path
    }

    /// The vault.
    public let vault: NotePath
    /// Its settings.
    public let settings: VaultSettings

    private let looksEverywhere: Bool
    private let disk: NoteDisk
    private let index = Mutex<VaultIndex?>(nil)

    /// Prepares to look for files; looks at nothing but the settings yet.
    ///
    /// - Parameters:
    ///   - vault: A folder, or a link to one.
    ///   - looksEverywhere: Whether a file is looked for in all of the vault when it is in none of the
    ///     expected places. For the folder of a single note that is in no vault this had better be false: it
    ///     may be somebody's home.
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
    public func file(_ target: String, _ style: Style, from note: NotePath) -> NotePath? {
        guard let note = VaultPath(note) else { return nil }
        for spelling in Self.spellings(of: target, style) {
            let expected = self.expected(spelling, style, from: note)
            if let found = expected.first(where: isFile) { return found.path }
            // Where each of the expected places would be outside of the vault, so is what is meant.
            guard !expected.isEmpty else { continue }
            if looksEverywhere, let found = everywhere(spelling, from: note) { return found.path }
        }
        return nil
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

    private func expected(_ spelling: [UInt8], _ style: Style, from note: VaultPath) -> [VaultPath] {
        let folders: [VaultPath?]
        if spelling.first == UInt8(ascii: "/") {
            folders = [.top]
        } else if spelling.starts(with: "./".utf8) || spelling.starts(with: "../".utf8) {
            folders = [note.folder]
        } else {
            let attachments = settings.attachmentFolder(of: note)
            folders =
                style == .wikilink ? [.top, note.folder, attachments] : [note.folder, .top, attachments]
        }
        return folders.compactMap { $0?.followed(by: spelling) }.filter { !$0.names.isEmpty }
    }

    private func isFile(_ file: VaultPath) -> Bool {
        var facts = FileFacts()
        let looked = vault.appending(file.path).withCString { disk.calls.statx(cn_AT_FDCWD, $0, 0, &facts) }
        return looked == 0 && facts.kind == .file
    }

    private func everywhere(_ spelling: [UInt8], from note: VaultPath) -> VaultPath? {
        guard let wanted = VaultPath.top.followed(by: spelling) else { return nil }
        let known = index.withLock { index in
            let known = index ?? VaultIndex(of: vault, calls: disk.calls)
            index = known
            return known
        }
        return known.file(endingIn: wanted, from: note)
    }

    /// The ways in which a target may be meant, the likeliest first.
    private static func spellings(of target: String, _ style: Style) -> [[UInt8]] {
        var spellings: [[UInt8]] = []
        func add(_ spelling: [UInt8]) {
            if !spelling.isEmpty, !spellings.contains(spelling) { spellings.append(spelling) }
        }
        let whole = Array(target.utf8)
        for part in [whole, Array(whole.prefix { $0 != UInt8(ascii: "#") })] {
            if style == .path, let decoded = PercentCoding.decoded(part) { add(decoded) }
            add(part)
        }
        // As it is written on Windows.
        for part in spellings where part.contains(UInt8(ascii: "\\")) {
            add(part.map { $0 == UInt8(ascii: "\\") ? UInt8(ascii: "/") : $0 })
        }
        return spellings
    }
}
