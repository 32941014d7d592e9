// SPDX-License-Identifier: MIT
// How the folders of a vault are reached, so that no symbolic link leads out of it.

internal import CNoteLinux
internal import Glibc
internal import NoteFiles

/// A folder of the vault that is open.
final class OpenFolder {
    let path: NotePath
    let file: OpenFile
    /// Whether it can be listed and synced; else it is open as a mere place (`O_PATH`).
    let isReadable: Bool

    init(_ path: NotePath, _ file: consuming OpenFile, isReadable: Bool) {
        self.path = path
        self.file = file
        self.isReadable = isReadable
    }
}

/// The folders of one vault, opened from its top name by name, no symbolic link followed. Names are changed in
/// open folders only, so nothing that happens to a path meanwhile leads a change astray.
final class VaultFolders {
    /// The vault's top.
    let root: NoteRoot
    let calls: any FileCalls
    private var opened: [NotePath: OpenFolder] = [:]
    private var unsynced: [OpenFolder] = []
    /// The names in a folder, without regard to case, and how many there are of each.
    private var names: [NotePath: [String: Int]] = [:]

    /// - Parameter vault: A real path.
    init(_ vault: NotePath, calls: any FileCalls) throws(LibraryError) {
        self.calls = calls
        do throws(FileError) {
            root = try NoteRoot(vault, calls: calls)
        } catch {
            throw LibraryError(systemError: error.systemError, vault, "The vault '\(vault)' was not opened")
        }
    }

    /// Opens a folder, or answers it again.
    func folder(_ path: NotePath) throws(LibraryError) -> OpenFolder {
        if let known = opened[path] { return known }
        let components = try path.components()
        // A chain of folders that is made or removed is not entered anew for each of them.
        let nearest = components.count > 1 ? opened[path.folder] : nil
        let depth = nearest == nil ? 0 : components.count - 1
        // Few are needed at a time: those that a file is moved from and to.
        if opened.count > 16 { opened = [:] }
        var place: OpenFile?
        for name in components[depth...].dropLast() {
            let base = number(of: place, below: nearest)
            let next = open(name, in: base, cn_O_PATH)
            guard next >= 0 else { throw cannotEnter(path, name, base, next) }
            place = OpenFile(owning: next, calls: calls)
        }
        let name = components.last ?? NotePath(".")
        let base = number(of: place, below: nearest)
        var last = open(name, in: base, O_RDONLY)
        var isReadable = true
        if last == -EACCES {
            last = open(name, in: base, cn_O_PATH)
            isReadable = false
        }
        guard last >= 0 else { throw cannotEnter(path, name, base, last) }
        let folder = OpenFolder(path, OpenFile(owning: last, calls: calls), isReadable: isReadable)
        opened[path] = folder
        return folder
    }

    private func number(of place: borrowing OpenFile?, below folder: OpenFolder?) -> Int32 {
        switch place {
        case .some(let file): file.number
        case .none: folder?.file.number ?? root.number
        }
    }

    private func open(_ name: NotePath, in base: Int32, _ flags: Int32) -> Int32 {
        let flags = flags | cn_O_DIRECTORY | cn_O_NOFOLLOW | cn_O_CLOEXEC
        return name.withCString { name in
            var number: Int32
            repeat { number = calls.openat(base, name, flags, 0) } while number == -EINTR
            return number
        }
    }

    private func cannotEnter(
        _ path: NotePath, _ name: NotePath, _ base: Int32, _ answer: Int32
    ) -> LibraryError {
        var facts = FileFacts()
        let looked = name.withCString { calls.statx(base, $0, cn_AT_SYMLINK_NOFOLLOW, &facts) }
        guard looked == 0, facts.kind == .link else {
            return LibraryError(systemError: -answer, path, "The folder '\(path)' cannot be entered")
        }
        return LibraryError(
            .symbolicLink, path,
            "The folder '\(path)' cannot be entered: '\(name)' is a symbolic link, which is not followed. "
                + "Nothing was changed.")
    }

    /// Forgets what is open: paths may mean other folders now.
    func forget() {
        opened = [:]
        names = [:]
    }

    // MARK: - Looking

    /// The facts of what is at a path, a link not followed; nil where nothing is.
    func facts(of path: NotePath) throws(LibraryError) -> FileFacts? {
        guard path != NotePath(".") else { return try facts(of: NotePath("."), in: root.number, path) }
        let folder: OpenFolder
        do throws(LibraryError) {
            folder = try self.folder(path.folder)
        } catch {
            if error.code == .missing { return nil }
            throw error
        }
        return try facts(of: path.name, in: folder.file.number, path)
    }

    private func facts(
        of name: NotePath, in directory: Int32, _ path: NotePath
    ) throws(LibraryError) -> FileFacts? {
        var facts = FileFacts()
        let answer = name.withCString { calls.statx(directory, $0, cn_AT_SYMLINK_NOFOLLOW, &facts) }
        if answer == -ENOENT { return nil }
        guard answer == 0 else {
            throw LibraryError(systemError: -answer, path, "'\(path)' was not looked at")
        }
        return facts
    }

    /// How many names in a folder are the same as this one but for case and the form of accents.
    func count(ofNamesLike name: NotePath, in folder: OpenFolder) throws(LibraryError) -> Int {
        if let known = names[folder.path] { return known[name.folded, default: 0] }
        var counts: [String: Int] = [:]
        // A folder that may not be listed may be written to: names that are taken are met one by one.
        if folder.isReadable {
            for name in try allNames(in: folder) { counts[name.folded, default: 0] += 1 }
        }
        names[folder.path] = counts
        return counts[name.folded, default: 0]
    }

    /// The names in a folder, hidden ones too, in byte order.
    func allNames(in folder: OpenFolder) throws(LibraryError) -> [NotePath] {
        // Anew: a descriptor answers each name once.
        let number = open(.top, in: folder.file.number, O_RDONLY)
        guard number >= 0 else {
            throw LibraryError(
                systemError: -number, folder.path, "The folder '\(folder.path)' was not listed")
        }
        do throws(FileError) {
            return try NoteDisk(stateFolder: .top, calls: calls).names(
                in: OpenFile(owning: number, calls: calls), folder.path)
        } catch {
            throw LibraryError(error)
        }
    }

    /// Refuses a folder in which this user may not change names.
    ///
    /// System calls: `faccessat(2)`.
    func requireChangeable(_ folder: OpenFolder, toMove path: NotePath) throws(LibraryError) {
        let answer = calls.faccessat(folder.file.number, ".", W_OK | X_OK)
        // A kernel without faccessat2(2) leaves the question to the rename.
        guard [-EACCES, -EPERM, -EROFS].contains(answer) else { return }
        throw LibraryError(systemError: -answer, path, "'\(path)' was not moved")
    }

    // MARK: - Changing

    /// Gives a file or folder another name that is free. The names are durable after `sync()`.
    ///
    /// One call that fails where the name is taken; where the file system knows no such call, a file is linked
    /// to the name and its old one removed, and a folder takes the place of an empty one that is made.
    ///
    /// System calls: `renameat2(2)` with `RENAME_NOREPLACE`, else `linkat(2)`, `unlinkat(2)`, `mkdirat(2)`.
    ///
    /// - Returns: Zero, or the negative number of the error; nothing was changed then.
    func move(
        _ name: NotePath, in old: OpenFolder, to newName: NotePath, in new: OpenFolder, isFolder: Bool
    ) -> Int32 {
        var answer = rename(name, old, newName, new, cn_RENAME_NOREPLACE)
        if answer == -EINVAL || answer == -ENOSYS || answer == -EOPNOTSUPP {
            answer = isFolder ? replaceEmptyFolder(name, old, newName, new) : link(name, old, newName, new)
        }
        if answer == 0 { took(name, in: old, newName, in: new, isFolder: isFolder) }
        return answer
    }

    /// Gives a file or folder a name that is its own but for case, where the file system takes both for one.
    func respell(_ name: NotePath, in folder: OpenFolder, as newName: NotePath, isFolder: Bool) -> Int32 {
        let answer = rename(name, folder, newName, folder, 0)
        if answer == 0 { took(name, in: folder, newName, in: folder, isFolder: isFolder) }
        return answer
    }

    private func took(
        _ name: NotePath, in old: OpenFolder, _ newName: NotePath, in new: OpenFolder, isFolder: Bool
    ) {
        names[old.path]?[name.folded, default: 1] -= 1
        names[new.path]?[newName.folded, default: 0] += 1
        // The new place first: a file that is at two places for a moment is better than at none.
        markUnsynced(new)
        markUnsynced(old)
        if isFolder { forget() }
    }

    private func rename(
        _ name: NotePath, _ old: OpenFolder, _ newName: NotePath, _ new: OpenFolder, _ flags: UInt32
    ) -> Int32 {
        name.withCString { name in
            newName.withCString { calls.renameat2(old.file.number, name, new.file.number, $0, flags) }
        }
    }

    private func link(
        _ name: NotePath, _ old: OpenFolder, _ newName: NotePath, _ new: OpenFolder
    ) -> Int32 {
        let linked = name.withCString { name in
            newName.withCString { calls.linkat(old.file.number, name, new.file.number, $0) }
        }
        guard linked == 0 else { return linked }
        let removed = unlink(name, in: old)
        // The old name is still there: then it is the only one again.
        if removed != 0 { _ = unlink(newName, in: new) }
        return removed
    }

    private func replaceEmptyFolder(
        _ name: NotePath, _ old: OpenFolder, _ newName: NotePath, _ new: OpenFolder
    ) -> Int32 {
        let made = newName.withCString { calls.mkdirat(new.file.number, $0, 0o700) }
        guard made == 0 else { return made }
        let renamed = rename(name, old, newName, new, 0)
        // Fails where somebody has put something into it: then it is theirs.
        if renamed != 0 { _ = newName.withCString { calls.removeFolder(new.file.number, $0) } }
        return renamed == -ENOTEMPTY ? -EEXIST : renamed
    }

    /// Makes a folder. Its name is durable after `sync()`.
    func makeFolder(_ name: NotePath, in folder: OpenFolder, mode: UInt32) -> Int32 {
        let answer = name.withCString { calls.mkdirat(folder.file.number, $0, mode) }
        if answer == 0 { changed(folder, name, by: 1) }
        return answer
    }

    /// Removes a folder if nothing is in it.
    func removeFolder(_ name: NotePath, in folder: OpenFolder) -> Int32 {
        let answer = name.withCString { calls.removeFolder(folder.file.number, $0) }
        if answer == 0 {
            changed(folder, name, by: -1)
            forget()
        }
        return answer
    }

    /// Removes a file.
    func removeFile(_ name: NotePath, in folder: OpenFolder) -> Int32 {
        let answer = unlink(name, in: folder)
        if answer == 0 { changed(folder, name, by: -1) }
        return answer
    }

    private func changed(_ folder: OpenFolder, _ name: NotePath, by count: Int) {
        names[folder.path]?[name.folded, default: 0] += count
        markUnsynced(folder)
    }

    private func unlink(_ name: NotePath, in folder: OpenFolder) -> Int32 {
        name.withCString { name in
            var answer: Int32
            repeat { answer = calls.unlinkat(folder.file.number, name) } while answer == -EINTR
            return answer
        }
    }

    /// To be called for a folder in which an earlier process may have changed names.
    func markUnsynced(_ folder: OpenFolder) {
        if !unsynced.contains(where: { $0 === folder }) { unsynced.append(folder) }
    }

    /// Makes the names durable that were changed.
    ///
    /// System calls: `fsync(2)` of each folder, `syncfs(2)` for one that may not be read.
    ///
    /// - Throws: `LibraryError`; it is not certain then what a power cut leaves.
    func sync() throws(LibraryError) {
        while let folder = unsynced.first {
            var answer: Int32
            repeat {
                answer =
                    folder.isReadable ? calls.fsync(folder.file.number) : calls.syncfs(folder.file.number)
            } while answer == -EINTR
            guard answer == 0 else {
                throw LibraryError(
                    systemError: -answer, folder.path,
                    "It is not certain that what was changed in '\(folder.path)' outlives a power cut")
            }
            unsynced.removeFirst()
        }
    }
}

extension LibraryError {
    /// A system call failed; nothing was changed by it. See: `man 3 errno`.
    init(systemError number: Int32, _ path: NotePath, _ what: String) {
        let code = FileError.Code(systemError: number)
        let assurance = "Nothing was changed by that."
        self.init(
            number == EXDEV ? .otherFileSystem : Code(code), path, systemError: number,
            "\(what): \(code.sentence(number)). \(assurance)")
    }
}
