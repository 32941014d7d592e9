// SPDX-License-Identifier: MIT
// Where everything comes when a change of folders is taken back, as the vault is now.

internal import NoteKit

/// The steps that take a change of folders back, links left out, with what they will meet foreseen: links are
/// written for the names that files really get.
struct FolderUndo {
    private(set) var steps: [VaultOperation.Step] = []
    /// The moves that are possible, in their order.
    private(set) var moves = PathMoves()
    /// Whether all comes back to where it was.
    private(set) var isExact = true

    private let sight: any FolderSight
    private let avoided: Set<NotePath>
    private var taken: [NotePath: TakenNames] = [:]
    private var gone: Set<NotePath> = []
    /// Where nothing comes that was to come there.
    private var lost: Set<NotePath> = []

    /// - Parameter avoided: Paths that are taken, whatever is seen.
    init(
        _ undoing: VaultOperation, on sight: any FolderSight, avoiding avoided: Set<NotePath>
    ) throws(LibraryError) {
        self.sight = sight
        self.avoided = avoided
        let plain = undoing.steps.filter { step in
            switch step.action {
            case .edit, .relink: false
            default: true
            }
        }
        let moved = Set(
            plain.compactMap { step in
                if case .move(let old, _, _) = step.action { old } else { nil }
            })
        for var step in plain {
            switch step.action {
            case .move(let old, let new, _):
                // With the one move that there is, the links are refused as well.
                if plain.count == 1 { step.ifRefused = .takeBack }
                // A folder that was renamed is asked back by its name, and no later step finds it by a number.
                let isNumbered = undoing.kind != .folderRename && !moved.contains(new)
                step = .move(old, to: new, ifRefused: step.ifRefused)
                if let target = try free(old, new, isNumbered: isNumbered) {
                    // With this very name or not at all: the links are written for it.
                    step = .move(old, to: target)
                    isExact = isExact && target == new
                    moves.append(old, to: target, at: steps.count)
                } else {
                    isExact = false
                    lost.insert(new)
                }
            case .makeFolder(let path): try make(path)
            case .removeFolder, .removeFile, .edit, .relink: break
            }
            steps.append(step)
        }
    }

    /// The name that a move comes to, which is taken then; nil where it will be refused.
    private mutating func free(
        _ old: NotePath, _ new: NotePath, isNumbered: Bool
    ) throws(LibraryError) -> NotePath? {
        guard !lost.contains(old), let kind = try sight.kind(of: moves.origin(of: old)),
            var names = try names(in: new.folder)
        else { return nil }
        if old.folder == new.folder { names.release(old.name) }
        let name = names.free(new.name, isFolder: kind == .directory)
        guard name == new.name || isNumbered else { return nil }
        taken[old.folder]?.release(old.name)
        taken[new.folder] = names
        gone.insert(old)
        return new.folder.entry(name)
    }

    private mutating func make(_ folder: NotePath) throws(LibraryError) {
        let isFree = try gone.contains(folder) ? true : sight.kind(of: folder) == nil
        guard isFree, try names(in: folder.folder) != nil else { return }
        gone.remove(folder)
        taken[folder] = TakenNames([], avoiding: avoided, in: folder)
    }

    /// The names in a folder at this moment; nil where there is no such folder.
    private func names(in folder: NotePath) throws(LibraryError) -> TakenNames? {
        if let known = taken[folder] { return known }
        let origin = moves.origin(of: folder)
        guard !gone.contains(folder), try sight.kind(of: origin) == .directory else { return nil }
        return TakenNames(
            try sight.allNames(in: origin).filter { !gone.contains(folder.entry($0)) }, avoiding: avoided,
            in: folder)
    }
}
