// SPDX-License-Identifier: MIT
// How a symbolic link of the vault gets another target in one step.

internal import CNoteLinux
internal import Glibc
internal import NoteFiles

extension VaultFolders {
    /// What a symbolic link says; nil where the name is none.
    func target(ofLink path: NotePath) throws(LibraryError) -> NotePath? {
        try target(ofLink: path.name, in: folder(path.folder), path)
    }

    private func target(
        ofLink name: NotePath, in folder: OpenFolder, _ path: NotePath
    ) throws(LibraryError) -> NotePath? {
        var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
        let count = buffer.withUnsafeMutableBytes { raw in
            name.withCString { calls.readlinkat(folder.file.number, $0, raw) }
        }
        switch count {
        case 1...: return NotePath(bytes: Array(buffer.prefix(count)))
        case -Int(EINVAL), -Int(ENOENT), 0: return nil
        default: throw LibraryError(systemError: Int32(-count), path, "'\(path)' was not looked at")
        }
    }

    /// Puts another target in place of the one that a symbolic link has. Durable after `sync()`.
    ///
    /// A new link is made under a hidden name, and the two names are exchanged: what comes out is compared. After
    /// a crash: the link says the old or the new, and `removeDraftLinks(in:)` clears the other away.
    ///
    /// System calls: `readlinkat(2)`, `symlinkat(2)`, `renameat2(2)` with `RENAME_EXCHANGE`, else without,
    /// `unlinkat(2)`.
    ///
    /// - Returns: False where it says the new one already.
    /// - Throws: `LibraryError` with code `.changed` where it says something else; nothing was changed.
    func retarget(_ path: NotePath, from old: NotePath, to new: NotePath) throws(LibraryError) -> Bool {
        let folder = try folder(path.folder)
        let what = "The symbolic link '\(path)' was not changed"
        let changed = LibraryError(.changed, path, "\(what): it is another one now. It is as it was.")
        let present = try target(ofLink: path.name, in: folder, path)
        if present == new { return false }
        guard present == old else { throw changed }
        let hidden = HiddenName.draft(calls.uniqueNumber())
        let made = new.withCString { new in
            hidden.withCString { calls.symlinkat(new, folder.file.number, $0) }
        }
        guard made == 0 else { throw LibraryError(systemError: -made, path, what) }
        markUnsynced(folder)
        var answer = rename(hidden, to: path.name, in: folder, cn_RENAME_EXCHANGE)
        if answer == 0 {
            guard try target(ofLink: hidden, in: folder, path) == old else {
                _ = rename(hidden, to: path.name, in: folder, cn_RENAME_EXCHANGE)
                removeDraftLink(hidden, in: folder, saying: new)
                throw changed
            }
            removeDraftLink(hidden, in: folder, saying: old)
            return true
        }
        if answer == -EINVAL || answer == -ENOSYS || answer == -EOPNOTSUPP {
            answer = rename(hidden, to: path.name, in: folder, 0)
        }
        guard answer == 0 else {
            removeDraftLink(hidden, in: folder, saying: new)
            throw LibraryError(systemError: -answer, path, what)
        }
        return true
    }

    private func rename(
        _ name: NotePath, to new: NotePath, in folder: OpenFolder, _ flags: UInt32
    ) -> Int32 {
        name.withCString { name in
            new.withCString { calls.renameat2(folder.file.number, name, folder.file.number, $0, flags) }
        }
    }

    /// Removes a link of ours, unless it is somebody else's by now.
    private func removeDraftLink(_ name: NotePath, in folder: OpenFolder, saying target: NotePath) {
        do throws(LibraryError) {
            guard try self.target(ofLink: name, in: folder, name) == target else { return }
            _ = removeFile(name, in: folder)
        } catch {
            // It is hidden, and harms nobody.
        }
    }

    /// Removes what a killed process left of `retarget` in a folder, where it says one of some targets.
    func removeDraftLinks(in path: NotePath, saying targets: Set<NotePath>) throws(LibraryError) {
        let folder = try folder(path)
        guard folder.isReadable else { return }
        for name in try allNames(in: folder) where HiddenName.isDraft(name) {
            if let target = try target(ofLink: name, in: folder, name), targets.contains(target) {
                _ = removeFile(name, in: folder)
            }
        }
    }
}
