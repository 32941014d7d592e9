// SPDX-License-Identifier: MIT
// What a path of the plan is called at each moment, and the plan that takes an operation back.

internal import NoteFiles

extension OperationRecord {
    /// What a path of the plan is called when the turn of a step comes: where a move before it came to a
    /// numbered name, that.
    func current(_ path: NotePath, before step: Int) -> NotePath {
        done.renumbered.prefix { $0 < step }.reduce(path) { path, index in
            guard case .move(_, let planned, _) = operation.steps[index].action, let new = done[index] else {
                return path
            }
            return path.moved(from: planned, to: new) ?? path
        }
    }

    /// The moves that were made, by the names that they really met and left.
    private var movesDone: PathMoves {
        var moves = PathMoves()
        for (index, step) in operation.steps.enumerated() {
            guard case .move(let old, _, _) = step.action, let new = done[index] else { continue }
            moves.append(current(old, before: index), to: new, at: index)
        }
        return moves
    }

    /// The plan that takes back what was done: names first, the last one first, then texts.
    ///
    /// A text that somebody has changed since stays, and so does a file that cannot be taken back.
    var undoing: VaultOperation {
        var steps: [VaultOperation.Step] = []
        var edits: [VaultOperation.Step] = []
        let moves = movesDone
        for index in operation.steps.indices.reversed() {
            guard let path = done[index] else { continue }
            switch operation.steps[index].action {
            case .makeFolder:
                if findings[index].mark == nil { steps.append(.removeFolder(path)) }
            case .move(let old, _, let ifTaken):
                steps.append(
                    .move(
                        path, to: current(old, before: index),
                        // It had that name beside others that are alike.
                        ifTaken: ifTaken == .refuse ? .refuseSame : ifTaken, ifRefused: .goOn))
            case .removeFolder: steps.append(.makeFolder(path, ifRefused: .goOn))
            case .edit(_, _, let text):
                edits.append(
                    .edit(
                        moves.origin(of: path, before: index), from: SHA256Digest(of: text),
                        to: findings[index].old,
                        ifRefused: .goOn))
            case .relink(_, let old, let new):
                edits.append(.relink(moves.origin(of: path, before: index), from: new, to: old))
            case .removeFile: break
            }
        }
        return VaultOperation(operation.kind, steps + edits, isUndoable: false)
    }
}
