// SPDX-License-Identifier: MIT
// What becomes of paths when many files and folders are moved one after the other.

internal import NoteFiles

/// Moves in their order. To ask for a path costs about the same for one move and for ten thousand.
struct PathMoves: Sendable {
    /// In their order, each with the step of the operation that it is.
    private(set) var all: [(step: Int, old: NotePath, new: NotePath)] = []
    /// The numbers of the moves, ascending, by what moves and by where it comes.
    private var byOld: [NotePath: [Int]] = [:]
    private var byNew: [NotePath: [Int]] = [:]

    /// So few are looked at one by one: a path may lie deeper than there are moves.
    private static let few = 16

    var isEmpty: Bool { all.isEmpty }

    /// Adds a move behind the others.
    ///
    /// - Parameter step: Which step of an operation it is; higher than those before.
    mutating func append(_ old: NotePath, to new: NotePath, at step: Int) {
        byOld[old, default: []].append(all.count)
        byNew[new, default: []].append(all.count)
        all.append((step, old, new))
    }

    /// What a path is called after all moves, or after those behind a step for a path that it left.
    func destination(of path: NotePath, behind step: Int = -1) -> NotePath {
        guard all.count > Self.few else {
            return all.drop { $0.step <= step }.reduce(path) { $0.moved(from: $1.old, to: $1.new) ?? $0 }
        }
        var (path, next) = (path, firstMove(atOrBehind: step + 1))
        while let number = Self.holders(of: path).compactMap({ folder in
            byOld[folder]?.first { $0 >= next }
        }).min() {
            path = path.moved(from: all[number].old, to: all[number].new) ?? path
            next = number + 1
        }
        return path
    }

    /// Whether a move behind a step comes to a path, or to a folder over it.
    func hasFilled(_ path: NotePath, behind step: Int) -> Bool {
        let next = firstMove(atOrBehind: step + 1)
        return Self.holders(of: path).contains { byNew[$0]?.last ?? -1 >= next }
    }

    /// What a path that is met at the turn of a step is called before the first move.
    func origin(of path: NotePath, before step: Int = .max) -> NotePath {
        guard all.count > Self.few else {
            return all.reversed().drop { $0.step >= step }
                .reduce(path) { $0.moved(from: $1.new, to: $1.old) ?? $0 }
        }
        var path = path
        var end = firstMove(atOrBehind: step)
        while let number = Self.holders(of: path).compactMap({ folder in
            byNew[folder]?.last { $0 < end }
        }).max() {
            path = path.moved(from: all[number].new, to: all[number].old) ?? path
            end = number
        }
        return path
    }

    /// The first move that is no earlier than a step; one past all where there is none.
    private func firstMove(atOrBehind step: Int) -> Int {
        var range = all.indices
        while let middle = range.dropFirst(range.count / 2).first {
            range = all[middle].step < step ? middle + 1..<range.upperBound : range.lowerBound..<middle
        }
        return range.lowerBound
    }

    /// The path, and the folders that it lies in.
    private static func holders(of path: NotePath) -> [NotePath] {
        let bytes = path.bytes
        return [path]
            + bytes.indices.filter { bytes[$0] == UInt8(ascii: "/") }.map {
                NotePath(bytes: Array(bytes[..<$0]))
            }
    }
}

extension VaultOperation {
    /// What becomes of paths by its moves.
    var pathMoves: PathMoves {
        var moves = PathMoves()
        for (index, step) in steps.enumerated() {
            if case .move(let old, let new, _) = step.action { moves.append(old, to: new, at: index) }
        }
        return moves
    }
}
