// SPDX-License-Identifier: MIT
// How a symbolic link of the vault gets another target so that nothing of others is lost.

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
    /// A new link is made under a hidden name, and the two names are exchanged: what comes out is compared. Where
    /// the file system cannot exchange, the old link gets a hidden name first, is compared there, and the new one
    /// takes its name if that is free. What others have put at the name meanwhile is put back, or kept beside it.
    ///
    /// After a crash: the link says the old or the new, or lies under a hidden name, as may what others had put
    /// there; `recoverLink(_:saying:)` puts all of it back.
    ///
    /// System calls: `readlinkat(2)`, `symlinkat(2)`, `renameat2(2)` with `RENAME_EXCHANGE`, else with
    /// `RENAME_NOREPLACE` or `linkat(2)`, `unlinkat(2)`.
    ///
    /// - Returns: False where it says the new one already.
    /// - Throws: `LibraryError` with code `.changed` where it says something else; nothing of it was changed.
    func retarget(_ path: NotePath, from old: NotePath, to new: NotePath) throws(LibraryError) -> Bool {
        let folder = try folder(path.folder)
        let what = "The symbolic link '\(path)' was not changed"
        let present = try target(ofLink: path.name, in: folder, path)
        if present == new { return false }
        guard present == old else {
            throw LibraryError(.changed, path, "\(what): it is another one now. It is as it was.")
        }
        let hidden = HiddenName.link(path.name, calls.uniqueNumber())
        let made = new.withCString { new in
            hidden.withCString { calls.symlinkat(new, folder.file.number, $0) }
        }
        guard made == 0 else { throw LibraryError(systemError: -made, path, what) }
        markUnsynced(folder)
        var answer = exchange(hidden, path.name, in: folder)
        if answer == -EINVAL || answer == -ENOSYS || answer == -EOPNOTSUPP {
            answer = replace(path.name, of: old, by: hidden, in: folder)
        }
        let settled: Settled
        do throws(LibraryError) {
            settled = try settle(path, [old, new], in: folder)
        } catch {
            throw LibraryError(
                error.code, path, systemError: error.systemError,
                "What came of the symbolic link '\(path)' is not known: \(error) What was there is whole, if "
                    + "hidden: its name begins with '\(NotePath(bytes: HiddenName.prefix))'.")
        }
        guard answer == 0 else { throw LibraryError(systemError: -answer, path, what) }
        guard try target(ofLink: path.name, in: folder, path) == new else {
            throw LibraryError(.changed, path, "\(what): it is another one now.\(settled.sentence)")
        }
        return true
    }

    /// Puts back what a killed process left of `retarget` under hidden names.
    ///
    /// After a crash during it: calling it again ends the same way.
    ///
    /// - Parameters:
    ///   - path: The link.
    ///   - targets: The targets of our own links, which alone are removed; the one first that it should rather
    ///     say.
    /// - Returns: What lies beside the link now, since it is not ours; nil where there is nothing of that kind.
    /// - Throws: `LibraryError` where that was not possible; what is not ours is still there, under the hidden
    ///   name that the error tells.
    func recoverLink(_ path: NotePath, saying targets: [NotePath]) throws(LibraryError) -> LibraryError? {
        let folder = try folder(path.folder)
        guard folder.isReadable else { return nil }
        let settled = try settle(path, targets, in: folder)
        guard !settled.kept.isEmpty else { return nil }
        return LibraryError(
            .changed, path,
            "Another program had put a file in the place of the symbolic link '\(path)'.\(settled.sentence)")
    }

    /// Where files of others are that came out of an exchange.
    private struct Settled {
        var kept: [NotePath] = []

        var sentence: String {
            kept.isEmpty ? " It is as it was." : kept.map { " What was there is '\($0)' now." }.joined()
        }
    }

    /// Sees to all that is under hidden names of a link: what is anybody else's goes back to its name, else beside
    /// it, and ours is removed, or put back where no link is any more.
    private func settle(
        _ path: NotePath, _ targets: [NotePath], in folder: OpenFolder
    ) throws(LibraryError) -> Settled {
        var settled = Settled()
        let names = try allNames(in: folder).filter { HiddenName.isLink($0, of: path.name) }
        guard !names.isEmpty else { return settled }
        var ours: [NotePath: NotePath] = [:]
        for name in names {
            if let target = try target(ofLink: name, in: folder, path), targets.contains(target) {
                ours[name] = target
            }
        }
        for name in names where ours[name] == nil {
            try giveBack(name, of: path, targets, in: folder, &settled)
        }
        // Two are there between the calls that stand for an exchange: then the link has no name at all.
        if names.count > 1, try facts(of: path) == nil,
            let name = targets.lazy.compactMap({ target in names.first { ours[$0] == target } }).first
        {
            let answer = move(name, in: folder, to: path.name, in: folder, isFolder: false)
            guard answer == 0 || answer == -EEXIST else {
                throw left(path.folder.entry(name), of: path, answer)
            }
            if answer == 0 { ours[name] = nil }
        }
        // One that cannot be removed is hidden, and harms nobody.
        for name in ours.keys { _ = removeFile(name, in: folder) }
        return settled
    }

    /// Puts what is not ours back to its name, else beside it.
    private func giveBack(
        _ hidden: NotePath, of path: NotePath, _ targets: [NotePath], in folder: OpenFolder,
        _ settled: inout Settled
    ) throws(LibraryError) {
        let place = path.folder.entry(hidden)
        if try isOurs(path.name, targets, in: folder, path), exchange(hidden, path.name, in: folder) == 0,
            try isOurs(hidden, targets, in: folder, path)
        {
            _ = removeFile(hidden, in: folder)
            return
        }
        // Another has come out, where yet another program was faster.
        guard let facts = try facts(of: place) else { return }
        let isFolder = facts.kind == .directory
        let numbered = NumberedName(path.name, isFolder: isFolder)
        for number in 1...1_000_000 {
            let name = numbered.name(number)
            let answer = move(hidden, in: folder, to: name, in: folder, isFolder: isFolder)
            if answer == -EEXIST { continue }
            guard answer == 0 else { throw left(place, of: path, answer) }
            if number > 1 { settled.kept.append(path.folder.entry(name)) }
            return
        }
    }

    private func left(_ place: NotePath, of path: NotePath, _ answer: Int32) -> LibraryError {
        LibraryError(
            systemError: -answer, path,
            "What another program had put in the place of the symbolic link '\(path)' is whole, but called "
                + "'\(place)' still")
    }

    /// Whether a name is a symbolic link with one of some targets.
    private func isOurs(
        _ name: NotePath, _ targets: [NotePath], in folder: OpenFolder, _ path: NotePath
    ) throws(LibraryError) -> Bool {
        try target(ofLink: name, in: folder, path).map(targets.contains) ?? false
    }

    /// Stands for an exchange where there is none: the name is free for a moment.
    ///
    /// - Returns: Zero where the new link has the name, or somebody else's file; else the number of the error.
    private func replace(
        _ name: NotePath, of old: NotePath, by new: NotePath, in folder: OpenFolder
    ) -> Int32 {
        let aside = HiddenName.link(name, calls.uniqueNumber())
        let answer = move(name, in: folder, to: aside, in: folder, isFolder: false)
        guard answer == 0 else { return answer }
        do throws(LibraryError) {
            guard try target(ofLink: aside, in: folder, name) == old else {
                // It is another's, and nothing of ours may take its name before it is back.
                _ = removeFile(new, in: folder)
                return 0
            }
        } catch {
            return -error.systemError
        }
        let taken = move(new, in: folder, to: name, in: folder, isFolder: false)
        return taken == -EEXIST ? 0 : taken
    }

    private func exchange(_ name: NotePath, _ other: NotePath, in folder: OpenFolder) -> Int32 {
        name.withCString { name in
            other.withCString {
                calls.renameat2(folder.file.number, name, folder.file.number, $0, cn_RENAME_EXCHANGE)
            }
        }
    }
}
