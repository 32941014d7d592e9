// SPDX-License-Identifier: MIT
// Random changes of folders, each checked for what it should have done.

package import NoteKit
package import NoteLibrary
internal import SyntaxProof

/// One change that somebody asks for.
package enum FolderRequest: Sendable, CustomStringConvertible {
    case create(NotePath)
    case rename(NotePath, NotePath)
    case move(NotePath, NotePath)
    case delete(NotePath)
    case moveNote(NotePath, NotePath)

    package var description: String {
        switch self {
        case .create(let path): "create \(path)"
        case .rename(let path, let name): "rename \(path) to \(name)"
        case .move(let path, let folder): "move \(path) into \(folder)"
        case .delete(let path): "delete \(path)"
        case .moveNote(let path, let folder): "move the note \(path) into \(folder)"
        }
    }

    package func steps(_ plan: FolderPlan) throws(LibraryError) -> [VaultOperation.Step] {
        switch self {
        case .create(let path): try plan.creating(path)
        case .rename(let path, let name): try plan.renaming(path, to: name)
        case .move(let path, let folder): try plan.moving(path, into: folder)
        case .delete(let path): try plan.deleting(path)
        case .moveNote(let path, let folder): try plan.moving(file: path, into: folder)
        }
    }

    package func carryOut(_ hierarchy: FolderHierarchy) throws(LibraryError) -> OperationOutcome {
        switch self {
        case .create(let path): try hierarchy.create(path)
        case .rename(let path, let name): try hierarchy.rename(path, to: name)
        case .move(let path, let folder): try hierarchy.move(path, into: folder)
        case .delete(let path): try hierarchy.delete(path)
        case .moveNote(let path, let folder): try hierarchy.moveNote(path, into: folder)
        }
    }
}

/// A vault in memory under random changes.
package struct RandomFolders {
    package let model = FolderModel()
    package private(set) var changes = 0
    package private(set) var refusals = 0
    private var chance: SeededGenerator

    /// Few names, of which some are alike, some long and one is not UTF-8: so that most are taken sooner or later.
    private static let names: [NotePath] =
        ["a", "A", "b", "c.d", "\u{E9}", "e\u{301}", "Stra\u{DF}e", "x 2", "x"].map { NotePath($0) }
        + [NotePath(bytes: [0xFF, 0x61]), NotePath(String(repeating: "n", count: 255))]

    package init(seed: UInt64, files count: Int = 40) throws(ProofFailure) {
        chance = SeededGenerator(seed: seed)
        for number in 0..<count { try model.makeFile(NotePath("note \(number % 7) of \(number).md")) }
    }

    /// Asks for something, mostly for what is possible.
    package mutating func request() -> FolderRequest {
        var folders: [NotePath] = []
        var files: [NotePath] = []
        for (path, node) in model.everything() {
            if node.isFolder { folders.append(path) } else { files.append(path) }
        }
        // In an order that the seed alone decides.
        folders.sort()
        files.sort()
        let top = NotePath(".")
        let some = folders.isEmpty ? top : chance.pick(folders)
        let other = folders.isEmpty || chance.oneIn(4) ? top : chance.pick(folders)
        let name = chance.pick(Self.names)
        // As many are made as deleted, so that there are about thirty.
        switch chance.below(100) {
        case 0..<(folders.count < 30 ? 34 : 22): return .create(other == top ? name : other.appending(name))
        case ..<50: return .delete(some)
        case ..<65: return .rename(some, name)
        case ..<80: return .move(some, other)
        default: return .moveNote(chance.pick(files), other)
        }
    }

    /// Plans a request and applies the plan; demands that it does what it should and nothing else.
    ///
    /// - Returns: Whether it was not refused.
    package mutating func carryOut(_ request: FolderRequest) throws(ProofFailure) -> Bool {
        let steps: [VaultOperation.Step]
        do throws(LibraryError) {
            steps = try request.steps(FolderPlan(model))
        } catch {
            refusals += 1
            try requireReason(for: request, error)
            return false
        }
        changes += 1
        guard case .delete(let folder) = request, let node = model.node(at: folder), let parent = node.parent
        else {
            try model.apply(steps)
            return true
        }
        let children = Array(node.children.values)
        let count = model.files.count
        try model.apply(steps)
        for child in children {
            guard child.parent === (child.isFolder ? parent : model.root) else {
                throw ProofFailure("\(request): node \(child.number) went elsewhere")
            }
        }
        guard node.children.isEmpty, parent.children.values.allSatisfy({ $0 !== node }),
            model.files.count == count
        else { throw ProofFailure("\(request): the folder is still there") }
        return true
    }

    /// A refusal must have its reason.
    private func requireReason(for request: FolderRequest, _ error: LibraryError) throws(ProofFailure) {
        let isRight =
            switch request {
            case .create: error.code == .nameTaken
            case .rename(let path, _):
                path == NotePath(".") ? error.code == .illegalMove : error.code == .nameTaken
            case .move(let path, let folder):
                error.code == .illegalMove && !FolderHierarchy.isLegal(moving: path, into: folder)
            case .delete(let path): error.code == .illegalMove && path == NotePath(".")
            case .moveNote: false
            }
        if !isRight { throw ProofFailure("\(request) was refused: \(error)") }
    }

    /// Asks for many changes, and demands a tree each time that so many have been made.
    package mutating func run(_ steps: Int, checkingEvery interval: Int) throws(ProofFailure) {
        for step in 1...steps {
            let request = request()
            do throws(ProofFailure) {
                _ = try carryOut(request)
                if step.isMultiple(of: interval) || step == steps { try model.check() }
            } catch {
                throw ProofFailure("step \(step), \(request): \(error)")
            }
        }
    }
}
