// SPDX-License-Identifier: MIT
// What is to be done, step by step, to make, rename, move or delete a folder.

package import NoteKit

/// Plans changes of folders from what is seen of the vault. Changes nothing.
///
/// A plan says which name each file gets, and is carried out with just these or not at all: links are written for
/// them. Where another program takes a name meanwhile, the plan is made anew.
package struct FolderPlan {
    private typealias Step = VaultOperation.Step

    private let sight: any FolderSight
    private let avoided: Set<NotePath>

    /// - Parameter avoided: Paths that are taken, whatever is seen.
    package init(_ sight: any FolderSight, avoiding avoided: Set<NotePath> = []) {
        self.sight = sight
        self.avoided = avoided
    }

    // MARK: - Plans

    package func creating(_ folder: NotePath) throws(LibraryError) -> [VaultOperation.Step] {
        let names = try folder.components()
        let what = "The folder '\(folder)' was not made"
        guard !names.isEmpty else { throw LibraryError(.nameTaken, folder, "\(what): it is the top itself.") }
        try requireVisible(folder, what)
        var steps: [Step] = []
        var parent = NotePath.top
        for name in names {
            let path = parent.entry(name)
            if steps.isEmpty {
                switch try sight.kind(of: path) {
                case .directory where path != folder:
                    parent = path
                    continue
                case .link where path != folder: throw isLink(path, what)
                case nil: break
                default: throw LibraryError(.nameTaken, path, "\(what): '\(path)' is there already.")
                }
                if let other = try alike(name, in: parent) {
                    throw LibraryError(
                        .nameTaken, path,
                        "\(what): '\(parent.entry(other))' is there already, alike but for case or accents.")
                }
            }
            try requireName(name, path, what)
            steps.append(.makeFolder(path))
            parent = path
        }
        return steps
    }

    package func renaming(_ folder: NotePath, to name: NotePath) throws(LibraryError) -> [VaultOperation.Step]
    {
        let what = "The folder '\(folder)' was not renamed"
        try requireFolder(folder, what)
        try requireName(name, name, what)
        let new = folder.folder.entry(name)
        if new == folder { return [] }
        if let other = try alike(name, in: folder.folder, but: folder.name) {
            throw LibraryError(.nameTaken, new, "\(what): '\(folder.folder.entry(other))' is there already.")
        }
        return [.move(folder, to: new)]
    }

    package func moving(_ folder: NotePath, into target: NotePath) throws(LibraryError) -> [VaultOperation
        .Step]
    {
        let what = "The folder '\(folder)' was not moved"
        guard folder != .top else { throw isTop(what) }
        guard FolderHierarchy.isLegal(moving: folder, into: target) else {
            throw LibraryError(
                .illegalMove, folder, "\(what): a folder cannot move into itself or below itself.")
        }
        try requireFolder(folder, what)
        try requireTarget(target, what)
        if folder.folder == target { return [] }
        var taken = try takenNames(in: target)
        return [.move(folder, to: target.entry(taken.free(folder.name, isFolder: true)))]
    }

    package func moving(file: NotePath, into target: NotePath) throws(LibraryError) -> [VaultOperation.Step] {
        let what = "'\(file)' was not moved"
        switch try sight.kind(of: file) {
        case nil: throw LibraryError(.missing, file, "\(what): nothing is there by that name.")
        case .directory: throw LibraryError(.illegalMove, file, "\(what): it is a folder.")
        case .link where try sight.isRelativeLink(file):
            throw LibraryError(
                .symbolicLink, file,
                "\(what): it is a symbolic link that would lead elsewhere from another folder.")
        default: break
        }
        try requireVisible(file.folder, what)
        try requireTarget(target, what)
        if file.folder == target { return [] }
        var taken = try takenNames(in: target)
        return [.move(file, to: target.entry(taken.free(file.name, isFolder: false)))]
    }

    package func deleting(_ folder: NotePath) throws(LibraryError) -> [VaultOperation.Step] {
        let what = "The folder '\(folder)' was not deleted"
        try requireFolder(folder, what)
        let parent = folder.folder
        var top = try takenNames(in: .top)
        var beside = parent == .top ? top : try takenNames(in: parent)
        var folders: [Step] = []
        var files: [Step] = []
        var heir: NotePath?
        for name in try sight.allNames(in: folder).sorted() {
            let path = folder.entry(name)
            guard !Self.foreign.contains(name) else {
                throw LibraryError(
                    .foreign, folder,
                    "\(what): it holds '\(name)', so it is a vault, a repository or a shared folder of its own. "
                        + "Nothing was changed.")
            }
            switch try sight.kind(of: path) {
            case .directory:
                let new = parent.entry(
                    parent == .top ? top.free(name, isFolder: true) : beside.free(name, isFolder: true))
                folders.append(.move(path, to: new))
                if name == folder.name { heir = new }
            case .link where try sight.isRelativeLink(path):
                throw LibraryError(
                    .symbolicLink, path,
                    "\(what): '\(path)' in it is a symbolic link that would lead elsewhere from another folder. "
                        + "Nothing was changed.")
            case .file, .link, .other:
                let new = top.free(name, isFolder: false)
                files.append(.move(path, to: new))
            case nil: continue
            }
        }
        var steps = files + folders + [.removeFolder(folder)]
        // A folder in it that has its name gets that back once it is free.
        if let heir { steps.append(.move(heir, to: folder, ifRefused: .goOn)) }
        return steps
    }

    private func takenNames(in folder: NotePath) throws(LibraryError) -> TakenNames {
        TakenNames(try sight.allNames(in: folder), avoiding: avoided, in: folder)
    }

    /// Names that make a folder more than a folder: what is in it means it.
    static let foreign: Set<NotePath> = [NotePath(".git"), NotePath(".obsidian"), NotePath(".stfolder")]

    // MARK: - Conditions

    /// Whether a folder is there that can be changed: no symbolic link, and not the top.
    func isFolder(_ folder: NotePath) throws(LibraryError) -> Bool {
        let names = try folder.components()
        guard !names.isEmpty, !names.contains(where: Self.isHidden) else { return false }
        return try sight.kind(of: folder) == .directory
    }

    private func requireFolder(_ folder: NotePath, _ what: String) throws(LibraryError) {
        _ = try folder.components()
        guard folder != .top else { throw isTop(what) }
        try requireVisible(folder, what)
        switch try sight.kind(of: folder) {
        case .directory: return
        case .link: throw isLink(folder, what)
        case nil: throw LibraryError(.missing, folder, "\(what): there is no such folder.")
        default: throw LibraryError(.missing, folder, "\(what): it is no folder.")
        }
    }

    private func requireTarget(_ folder: NotePath, _ what: String) throws(LibraryError) {
        guard try !folder.components().isEmpty else { return }
        try requireVisible(folder, what)
        switch try sight.kind(of: folder) {
        case .directory: return
        case .link: throw isLink(folder, what)
        case nil: throw LibraryError(.missing, folder, "\(what): there is no folder '\(folder)'.")
        default: throw LibraryError(.missing, folder, "\(what): '\(folder)' is no folder.")
        }
    }

    private static func isHidden(_ name: NotePath) -> Bool { name.bytes.first == UInt8(ascii: ".") }

    /// What is hidden is the system's, the repository's or another program's: no folder for notes.
    private func requireVisible(_ folder: NotePath, _ what: String) throws(LibraryError) {
        guard try folder.components().contains(where: Self.isHidden) else { return }
        throw LibraryError(
            .invalidName, folder,
            "\(what): a name that begins with a dot is hidden, so '\(folder)' is no folder for notes. Nothing was changed."
        )
    }

    /// Whether people will see a folder of this name, and every file system that Linux has takes it.
    private func requireName(_ name: NotePath, _ path: NotePath, _ what: String) throws(LibraryError) {
        let reason: String? =
            if name.bytes.contains(UInt8(ascii: "/")) {
                "a name holds no slash"
            } else if name.bytes.allSatisfy({ $0 <= 0x20 }) {
                "a name is not blank"
            } else if Self.isHidden(name) {
                "a name that begins with a dot is hidden"
            } else if name.bytes.count > NumberedName.longest {
                "a name has \(NumberedName.longest) bytes at most"
            } else {
                NoteTitle.unlinkable(name.bytes)
            }
        if let reason { throw LibraryError(.invalidName, path, "\(what): \(reason). Nothing was changed.") }
    }

    private func alike(
        _ name: NotePath, in folder: NotePath, but own: NotePath? = nil
    ) throws(LibraryError) -> NotePath? {
        let folded = name.folded
        return try sight.allNames(in: folder).first { $0 != own && $0.folded == folded }
    }

    private func isTop(_ what: String) -> LibraryError {
        LibraryError(.illegalMove, .top, "\(what): it is the top of the vault.")
    }

    private func isLink(_ path: NotePath, _ what: String) -> LibraryError {
        LibraryError(
            .symbolicLink, path,
            "\(what): '\(path)' is a symbolic link, which is not followed. Nothing was changed.")
    }
}

/// The names that are taken in a folder, those included that a plan is about to take.
struct TakenNames {
    private var folded: Set<String>

    /// - Parameter avoided: Paths, of which those in the folder are taken too.
    init(_ names: [NotePath], avoiding avoided: Set<NotePath>, in folder: NotePath) {
        folded = Set(names.map(\.folded)).union(avoided.filter { $0.folder == folder }.map(\.name.folded))
    }

    /// A name, with the first number that is free where it is taken, and takes it.
    mutating func free(_ name: NotePath, isFolder: Bool) -> NotePath {
        let numbered = NumberedName(name, isFolder: isFolder)
        var number = 1
        while !folded.insert(numbered.name(number).folded).inserted { number += 1 }
        return numbered.name(number)
    }

    /// A name is free again.
    mutating func release(_ name: NotePath) { folded.remove(name.folded) }
}
