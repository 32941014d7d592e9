// SPDX-License-Identifier: MIT
// What a path of the plan is called at each moment, and the plan that takes an operation back.

internal import NoteFiles

extension VaultOperation {
    /// What a path of a step is called before the first step.
    func origin(of path: NotePath, before step: Int) -> NotePath {
        steps[..<step].reversed().reduce(path) { path, step in
            guard case .move(let old, let new, _) = step.action else { return path }
            return path.moved(from: new, to: old) ?? path
        }
    }

    /// Whether some step puts another text, or target, into the file that a path means before the first step: then it is
    /// another file, and not known by its mark.
    func edits(_ origin: NotePath) -> Bool {
        steps.indices.contains { index in
            switch steps[index].action {
            case .edit(let path, _, _), .relink(let path, _, _):
                self.origin(of: path, before: index) == origin
            default: false
            }
        }
    }
}

extension OperationRecord {
    /// What a path of the plan is called when the turn of a step comes: where a move before it came to a
    /// numbered name, that.
    func current(_ path: NotePath, before step: Int) -> NotePath {
        (0..<step).reduce(path) { path, index in
            guard case .move(_, let planned, _) = operation.steps[index].action, let new = done[index],
                new != planned
            else { return path }
            return path.moved(from: planned, to: new) ?? path
        }
    }

    /// What something with this name at the turn of a step is called once all moves are taken back.
    private func original(_ path: NotePath, before step: Int) -> NotePath {
        (0..<step).reversed().reduce(path) { path, index in
            guard case .move(let old, _, _) = operation.steps[index].action, let new = done[index] else {
                return path
            }
            return path.moved(from: new, to: current(old, before: index)) ?? path
        }
    }

    /// The plan that takes back what was done: names first, the last one first, then texts.
    ///
    /// A text that somebody has changed since stays, and so does a file that cannot be taken back.
    var undoing: VaultOperation {
        var steps: [VaultOperation.Step] = []
        var edits: [VaultOperation.Step] = []
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
                        original(path, before: index), from: SHA256Digest(of: text), to: findings[index].old,
                        ifRefused: .goOn))
            case .relink(_, let old, let new):
                edits.append(.relink(original(path, before: index), from: new, to: old))
            case .removeFile: break
            }
        }
        return VaultOperation(operation.kind, steps + edits, isUndoable: false)
    }
}
