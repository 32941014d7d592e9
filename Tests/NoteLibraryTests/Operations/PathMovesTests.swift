// SPDX-License-Identifier: MIT
// What becomes of paths by many moves: the same as by one after the other.

import NoteKit
import SyntaxProof
import Testing

@testable import NoteLibrary

@Suite("Many moves")
struct PathMovesTests {
    @Test("lead each path where one after the other leads it, and back", arguments: [3, 200])
    func sameAsOneByOne(count: Int) {
        var generator = SeededGenerator(seed: UInt64(count))
        func path() -> NotePath {
            NotePath((0...generator.below(3)).map { _ in "\(generator.below(4))" }.joined(separator: "/"))
        }
        var plain: [(old: NotePath, new: NotePath)] = []
        var moves = PathMoves()
        for step in 0..<count {
            let (old, new) = (path(), path())
            plain.append((old, new))
            moves.append(old, to: new, at: 2 * step)
        }
        for _ in 0..<500 {
            let path = path()
            #expect(
                moves.destination(of: path)
                    == plain.reduce(path) { $0.moved(from: $1.old, to: $1.new) ?? $0 })
            let step = generator.below(2 * count + 1)
            #expect(
                moves.origin(of: path, before: step)
                    == plain[..<((step + 1) / 2)].reversed().reduce(path) {
                        $0.moved(from: $1.new, to: $1.old) ?? $0
                    })
        }
    }

    @Test("are asked in a moment for ten thousand files", .timeLimit(.minutes(1)))
    func many() {
        var moves = PathMoves()
        let paths = (0..<10_000).map { NotePath("f/\($0).md") }
        for (step, path) in paths.enumerated() { moves.append(path, to: path.name, at: step) }
        for (step, path) in paths.enumerated() {
            #expect(moves.destination(of: path) == path.name)
            #expect(moves.origin(of: path.name, before: step + 1) == path)
        }
    }
}
