// SPDX-License-Identifier: MIT
// Edits wait while a note is written, and whoever writes stands alone: in order, and nobody waits for ever.

import NoteKit
import Synchronization
import Testing

@testable import NoteService

@Suite("The gates of the edits of notes", .timeLimit(.minutes(1)))
struct EditGateTests {
    private final class Log: Sendable {
        private let words = Mutex<[String]>([])

        func add(_ word: String) { words.withLock { $0.append(word) } }
        var all: [String] { words.withLock { $0 } }
    }

    private let gates = EditGates()
    private let log = Log()

    private func gate(_ file: String) -> EditGate { EditGate(of: NotePath(file), among: gates) }

    private func yield() async { for _ in 0..<100 { await Task.yield() } }

    /// Stands in line, and says when the gates are closed.
    private func closing(_ word: String, _ reach: EditGates.Reach) -> (EditGates.Closing, Task<Bool, Never>) {
        let closing = gates.close(reach)
        let task = Task {
            let isClosed = await gates.isClosed(closing)
            log.add(isClosed ? word : "no \(word)")
            return isClosed
        }
        return (closing, task)
    }

    @Test("let none through while they are closed, and those that wait before they are closed again")
    func closed() async {
        let gate = gate("/v/a.md")
        let (first, closed) = closing("first", .below(NotePath("/v")))
        #expect(await closed.value)
        let (second, closedAgain) = closing("second", .below(NotePath("/v/a.md")))
        let edits = (0..<10).map { _ in
            Task {
                await gate.pass {
                    await yield()
                    log.add("edit")
                }
            }
        }
        await yield()
        log.add("open")
        gates.open(first)
        for edit in edits { await edit.value }
        #expect(await closedAgain.value)
        #expect(log.all == ["first", "open"] + [String](repeating: "edit", count: 10) + ["second"])
        gates.open(second)
    }

    @Test("are closed only once no edit is on its way any more")
    func closing() async {
        let gate = gate("/v/a.md")
        let (begun, tellBegun) = AsyncStream.makeStream(of: Void.self)
        let (go, tellGo) = AsyncStream.makeStream(of: Void.self)
        let edit = Task {
            await gate.pass {
                tellBegun.finish()
                for await _ in go {}
                log.add("edit")
            }
        }
        for await _ in begun {}
        let closing = Task { await gate.exclusively { log.add("closed") } }
        await yield()
        tellGo.finish()
        await closing.value
        await edit.value
        #expect(log.all == ["edit", "closed"])
    }

    @Test("are closed all at once: an edit does not wait for somebody who waits for another gate")
    func together() async {
        let (a, b) = (gate("/v/a.md"), gate("/v/b.md"))
        let (first, closed) = closing("first", .below(NotePath("/v/a.md")))
        #expect(await closed.value)
        let (second, closedBoth) = closing("both", .below(NotePath("/v")))
        await b.pass { log.add("edit of b") }
        let edit = Task { await a.pass { log.add("edit of a") } }
        await yield()
        gates.open(first)
        #expect(await closedBoth.value)
        await edit.value
        #expect(log.all == ["first", "edit of b", "edit of a", "both"])
        gates.open(second)
    }

    @Test("are closed in the order in which it was asked for: nobody is passed who waits for one of them")
    func order() async {
        let (a, b) = (gate("/v/a.md"), gate("/v/b.md"))
        let (first, closed) = closing("a", .files([NotePath("/v/a.md")]))
        #expect(await closed.value)
        let (second, all) = closing("all", .below(NotePath("/v")))
        let late = Task { await b.exclusively { log.add("b") } }
        let (other, elsewhere) = closing("elsewhere", .below(NotePath("/w")))
        #expect(await elsewhere.value)
        await yield()
        gates.open(first)
        #expect(await all.value)
        await yield()
        gates.open(second)
        await late.value
        #expect(log.all == ["a", "elsewhere", "all", "b"])
        gates.open(other)
        withExtendedLifetime(a) {}
    }

    @Test("of a note that is opened while its file is written are closed from the beginning")
    func late() async {
        let (closing, closed) = closing("closed", .below(NotePath("/v")))
        #expect(await closed.value)
        let (a, outside) = (gate("/v/a.md"), gate("/vault/a.md"))
        await outside.pass { log.add("outside") }
        let edit = Task { await a.pass { log.add("edit") } }
        await yield()
        #expect(log.all == ["closed", "outside"] && gates.gates(of: closing) == [a.number])
        #expect(gates.open(closing) == [a.number])
        await edit.value
    }

    @Test("of one file in two vaults are closed together, and stay so wherever a note is moved")
    func moved() async {
        let (one, same) = (gate("/v/w/a.md"), gate("/v/w/a.md"))
        let edits = await one.exclusively {
            one.move(to: NotePath("/v/w/b.md"))
            let edits = [one, same].map { gate in Task { await gate.pass { log.add("edit") } } }
            await yield()
            log.add("written")
            return edits
        }
        for edit in edits { await edit.value }
        #expect(log.all == ["written", "edit", "edit"])
    }

    @Test("are not closed for somebody who has left the line")
    func left() async {
        let gate = gate("/v/a.md")
        let (first, closed) = closing("first", .below(NotePath("/v")))
        #expect(await closed.value)
        let (second, notClosed) = closing("second", .below(NotePath("/v")))
        await yield()
        #expect(gates.open(second) == [])
        #expect(await !notClosed.value)
        #expect(await !gates.isClosed(second))
        gates.open(first)
        await gate.pass { log.add("edit") }
        #expect(gates.open(first) == [], "it is open already")
        #expect(log.all == ["first", "no second", "edit"])
    }

    @Test("let everybody through in the end, one writer a note, however their notes cross", arguments: 0..<20)
    func crossing(_ seed: Int) async {
        let files = (0..<6).map { NotePath("/v/\($0 / 3)/\($0).md") }
        let notes = files.map { EditGate(of: $0, among: gates) }
        let writers = Writers()
        var random = UInt64(seed)
        func next(_ limit: Int) -> Int {
            random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(random >> 33) % limit
        }
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<200 {
                let first = next(files.count)
                guard next(3) == 0 else {
                    group.addTask {
                        await notes[first].pass {
                            writers.expectNone(of: files[first])
                            await Task.yield()
                        }
                    }
                    continue
                }
                let meant: Set<NotePath> = Set((0...next(4)).map { _ in files[next(files.count)] })
                group.addTask {
                    let closing = gates.close(.files(meant))
                    _ = await gates.isClosed(closing)
                    writers.begin(meant)
                    await Task.yield()
                    writers.end(meant)
                    gates.open(closing)
                }
            }
        }
        #expect(writers.faults == 0)
    }

    /// Who writes which files.
    private final class Writers: Sendable {
        private let state = Mutex(State())

        private struct State {
            var counts: [NotePath: Int] = [:]
            var faults = 0
        }

        var faults: Int { state.withLock { $0.faults } }

        func expectNone(of file: NotePath) {
            state.withLock { $0.faults += $0.counts[file, default: 0] > 0 ? 1 : 0 }
        }

        func begin(_ files: Set<NotePath>) {
            state.withLock { state in
                for file in files {
                    state.faults += state.counts[file, default: 0] > 0 ? 1 : 0
                    state.counts[file, default: 0] += 1
                }
            }
        }

        func end(_ files: Set<NotePath>) {
            state.withLock { state in for file in files { state.counts[file, default: 0] -= 1 } }
        }
    }
}
