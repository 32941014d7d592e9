// SPDX-License-Identifier: MIT
// Random lives of an open note, and a seed that brings one back.

import Glibc
import Testing

@testable import NoteKit

@Suite("An open note among other programs, on a failing disk, killed now and then")
struct SessionModelTests {
    /// From the environment, or as many as take a few seconds in a debug build.
    static let steps = getenv("NOTEKIT_SESSION_STEPS").flatMap { Int(String(cString: $0)) } ?? 60_000
    static let seed =
        getenv("NOTEKIT_SESSION_SEED").flatMap { UInt64(String(cString: $0)) }
        ?? UInt64.random(in: 0...UInt64(UInt32.max))
    private static let life = 400

    @Test("keeps the three promises at every step")
    func keepsPromises() {
        let (seed, lives) = (Self.seed, max(1, Self.steps / Self.life))
        print("NoteSession: \(lives) lives of \(Self.life) steps, NOTEKIT_SESSION_SEED=\(seed)")
        var counts = ModelCounts()
        for index in 0..<UInt64(lives) {
            var model = SessionModel(seed: seed &+ index)
            do throws(Violation) {
                try model.run(Self.life)
            } catch {
                let trail = Self.trail(of: seed &+ index)
                Issue.record(
                    "NOTEKIT_SESSION_SEED=\(seed &+ index) NOTEKIT_SESSION_STEPS=1: \(error)\n\(trail)")
                return
            }
            counts.add(model.counts)
        }
        print("NoteSession: \(counts)")
        // A run in which one of these never happened has proved less than it says.
        for what in Self.mustHappen where lives >= 100 { #expect(counts[what] > 0, "never \(what)") }
    }

    private static let mustHappen = [
        "closed", "created", "killed", "met another", "outside", "overwrote", "put aside", "rebased",
        "recovered", "refused", "renamed", "resolved", "rested", "saved", "shown", "touched", "undone", "waited",
    ]

    /// The last steps of a life in which a promise is broken.
    private static func trail(of seed: UInt64) -> ModelTrail {
        var model = SessionModel(seed: seed)
        model.trail.isKept = true
        do throws(Violation) {
            try model.run(life)
        } catch {
            // That is known.
        }
        return model.trail
    }
}
