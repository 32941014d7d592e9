// SPDX-License-Identifier: MIT
// Which paths a client may name, and which file each is.

internal import CNoteLinux
internal import Glibc
internal import NoteKit
internal import NoteProtocol

/// A note that a client named, inside of its vault for certain.
struct VaultPlace: Hashable, Sendable {
    /// The file: a real path, no symbolic link on the way.
    let file: NotePath
    /// Its path below the vault.
    let path: NotePath
    /// Whether something is there.
    let isThere: Bool

    /// Finds the file that a path in a vault means. It need not be there, its folder must, unless that is said.
    ///
    /// A path is refused that is absolute, climbs, is empty or too long, names something hidden or no note
    /// (`.md`), leads out of the vault over a symbolic link, or leads to what is no file. Blocks on the disk.
    ///
    /// System calls: those of `realpath(3)`, and `statx(2)`.
    ///
    /// - Parameters:
    ///   - text: The path as the protocol spells it.
    ///   - vault: The real path of the vault.
    ///   - isPast: Whether its past is asked for, so that its folder may be gone, too.
    /// - Throws: `ProtocolError`: `.outsideVault`; `.missing` when the folder is not there.
    init(_ text: String, in vault: NotePath, isPast: Bool = false) throws(ProtocolError) {
        let path = try Self.checked(text)
        let named = vault.appending(path)
        if let real = Self.realPath(of: named) {
            guard let below = real.relative(to: vault) else {
                throw Self.refusal("it leads out of the vault")
            }
            guard NotesFolder.isNote(below.name), !below.isHidden else {
                throw Self.refusal("it leads to what is no note")
            }
            guard Self.facts(of: real)?.kind == .file else {
                throw Self.refusal("it is no file")
            }
            (file, self.path, isThere) = (real, below, true)
            return
        }
        switch errno {
        case ENOENT: break
        case EACCES: throw ProtocolError(.notRead, "The path of the note may not be looked at.")
        case ENOTDIR: throw ProtocolError(.missing, "There is no such folder in the vault.")
        default: throw Self.refusal("it leads nowhere")
        }
        var (above, rest) = (named.folder, path.name)
        while isPast, above != vault, Self.facts(of: above) == nil {
            (above, rest) = (above.folder, above.name.appending(rest))
        }
        guard let folder = Self.realPath(of: above) else {
            throw ProtocolError(.missing, "There is no such folder in the vault.")
        }
        guard let below = folder == vault ? NotePath("") : folder.relative(to: vault), !below.isHidden else {
            throw Self.refusal("it leads out of the vault")
        }
        let file = folder.appending(rest)
        guard Self.facts(of: file) == nil else {
            throw Self.refusal("it is a link that leads nowhere")
        }
        (self.file, self.path, isThere) = (file, below.appending(rest), false)
    }

    /// Whether a note that was come across lies in the vault: no link leads out of it on the way. Blocks on the
    /// disk.
    static func isInside(_ path: NotePath, of vault: NotePath) -> Bool {
        realPath(of: vault.appending(path))?.relative(to: vault) != nil
    }

    /// Those notes of a list that lie in the vault. Each folder is looked at once, and each name that is a link. Blocks on
    /// the disk.
    static func inside(_ notes: [WatchedNote], of vault: NotePath) -> [WatchedNote] {
        var folders: [NotePath: Bool] = [:]
        return notes.filter { note in
            guard !note.isLink else { return isInside(note.path, of: vault) }
            let folder = note.path.folder
            if let known = folders[folder] { return known }
            let real = realPath(of: vault.appending(folder))
            let isInside = real == vault || real?.relative(to: vault) != nil
            folders[folder] = isInside
            return isInside
        }
    }

    private static func checked(_ text: String) throws(ProtocolError) -> NotePath {
        // Before it is read: nobody needs a megabyte to be told that it is too long.
        guard text.utf8.count <= 4 * Int(PATH_MAX), let path = NotePath(shown: text) else {
            throw refusal("it is no path")
        }
        guard path.bytes.count < Int(PATH_MAX) else { throw refusal("it is too long") }
        let names = path.bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        guard names.allSatisfy({ !$0.isEmpty && $0.count <= Int(NAME_MAX) }) else {
            throw refusal("a name in it is empty or too long")
        }
        guard !path.isHidden else { throw refusal("a name in it begins with a full stop") }
        guard NotesFolder.isNote(path.name) else { throw refusal("its name does not end in .md") }
        return path
    }

    private static func refusal(_ reason: String) -> ProtocolError {
        ProtocolError(.outsideVault, "The path names no note in the vault: \(reason).")
    }

    /// The facts of what is at a path, a link not followed; nil for nothing.
    static func facts(of path: NotePath) -> FileFacts? {
        var facts = FileFacts()
        let answer = path.withCString {
            LinuxCalls().statx(cn_AT_FDCWD, $0, cn_AT_SYMLINK_NOFOLLOW, &facts)
        }
        return answer == 0 ? facts : nil
    }

    static func realPath(of path: NotePath) -> NotePath? {
        guard let resolved = path.withCString({ realpath($0, nil) }) else { return nil }
        defer { free(resolved) }
        return NotePath(bytes: Array(UnsafeRawBufferPointer(start: resolved, count: strlen(resolved))))
    }
}

extension NotePath {
    /// Whether a name on the way begins with a full stop; `.` and `..` do.
    fileprivate var isHidden: Bool {
        bytes.split(separator: UInt8(ascii: "/")).contains { $0.first == UInt8(ascii: ".") }
    }

    /// The path below a folder; nil where it is not below it. Both are real paths.
    func relative(to folder: NotePath) -> NotePath? {
        let start = folder.bytes.last == UInt8(ascii: "/") ? folder.bytes : folder.bytes + [UInt8(ascii: "/")]
        guard bytes.count > start.count, bytes.starts(with: start) else { return nil }
        return NotePath(bytes: Array(bytes.dropFirst(start.count)))
    }
}
