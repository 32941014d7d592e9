// SPDX-License-Identifier: MIT
// Another program puts a note where a symbolic link is, at every moment while that gets another target.

import Glibc
import NoteKit
import Synchronization
import Testing

@testable import NoteLibrary

@Suite("A symbolic link that becomes a note while it gets another target")
struct LinkRaceTests {
    private static let precious = "Words of another program.\n"

    private static let operation = VaultOperation(
        .noteRename,
        [
            .move(NotePath("old.md"), to: NotePath("new.md")),
            VaultOperation.Step(
                .relink(NotePath("link.md"), from: NotePath("old.md"), to: NotePath("new.md")),
                ifRefused: .goOn),
        ])

    /// Carries it out; at one call the note comes, and from another one on the process is dead.
    private func run(at moment: Int, dying death: Int?, canExchange: Bool) throws -> (TestVault, Bool) {
        let vault = try TestVault(["old.md": "O\n"])
        try vault.link("link.md", to: "old.md")
        let hasCome = Mutex(false)
        let calls = StruckCalls(death.map { .dies($0) } ?? .never, canExchange: canExchange) { number in
            guard number == moment else { return }
            hasCome.withLock { $0 = true }
            try? vault.write(Self.precious, to: ".saving")
            try? vault.rename(".saving", to: "link.md")
        }
        do {
            _ = try vault.runner(calls: calls).carryOut(Self.operation)
        } catch {
            // It is refused, or dead; what is there tells.
        }
        _ = try vault.runner().finishInterrupted()
        return (vault, hasCome.withLock { $0 })
    }

    @Test("never takes the note away, and leaves it where it is seen", arguments: [true, false])
    func kept(canExchange: Bool) throws {
        var moment = 1
        while true {
            for death in [nil] + (1...12).map({ Optional(moment + $0) }) {
                let (vault, hasCome) = try run(at: moment, dying: death, canExchange: canExchange)
                guard hasCome else {
                    #expect(moment > 20)
                    return
                }
                let when = "it came at call \(moment), killed at \(death ?? 0)"
                let texts = try vault.texts()
                let seen = texts.filter { !$0.key.contains("notekit") }
                #expect(seen.values.contains(Self.precious), "\(when): \(texts)")
                let names = try vault.everything().keys.map(\.description)
                #expect(names.filter { $0.contains("notekit") } == [], "\(when)")
            }
            moment += 1
        }
    }

    @Test("and one that nobody touches gets its target, killed anywhere", arguments: [true, false])
    func killed(canExchange: Bool) throws {
        var number = 1
        while true {
            let vault = try TestVault(["old.md": "O\n"])
            try vault.link("link.md", to: "old.md")
            let calls = StruckCalls(.dies(number), canExchange: canExchange)
            do {
                _ = try vault.runner(calls: calls).carryOut(Self.operation)
            } catch {
                // It is dead.
            }
            _ = try vault.runner().finishInterrupted()
            #expect(try vault.text(of: "link.md") == "O\n", "killed at call \(number)")
            let names = try vault.everything().keys.map(\.description)
            #expect(names.filter { $0.contains("notekit") } == [], "killed at call \(number)")
            if !calls.hasStruck { break }
            number += 1
        }
        #expect(number > 20)
    }
}
