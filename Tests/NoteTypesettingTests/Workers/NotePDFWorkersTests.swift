// SPDX-License-Identifier: MIT
// That a note typeset elsewhere is the same note.

import Foundation
import NoteKit
import NoteTypesetting
import Synchronization
import Testing

@Suite("A note typeset by a worker")
struct NotePDFWorkersTests {
    private static let body = """
        # Heading

        Text, **bold**, `code`, [a link](https://example.org), a [[#Nowhere]] link, U+10FFFD \u{10FFFD}, 漢字, שלום.

        ![[a.svg]]

        ![[a.jpg]] ![[gone.png]] ![[locked.png]]

        | a | b |
        | - | - |
        | 1 | 2 |

        - [ ] task[^1]

        [^1]: Note
        """

    private static func images(_ name: String, _ photo: [UInt8]) throws -> [UInt8]? {
        switch name {
        case "a.svg": return HostileSVG.goodImage
        case "a.jpg": return photo
        case "locked.png":
            throw FileError(.read, NotePath("locked.png"), call: "openat", answer: -Int(EACCES))
        default: return nil
        }
    }

    @Test(
        "has the bytes and the warnings of one typeset in this process",
        arguments: NotePDFRenderer.Paper.allCases)
    func same(paper: NotePDFRenderer.Paper) throws {
        let photo = try TypesetNote("# Picture").image("jpeg")
        var options = NotePDFRenderer.Options()
        options.paper = paper
        options.language = "ja"
        func typeset(by workers: NotePDFWorkers?) throws -> TypesetNote {
            try TypesetNote(
                Self.body, title: "Ein \"Titel\"", date: "3 May",
                drawing: String(decoding: HostileSVG.goodImage, as: UTF8.self), options: options, by: workers,
                images: { try Self.images($0, photo) })
        }
        let (here, there) = (try typeset(by: nil), try typeset(by: NotePDFWorkers(options: options)))
        #expect(there.bytes == here.bytes)
        #expect(there.report == here.report)
        #expect(here.report.warnings.count == 4, "\(here.report.warnings)")
    }

    @Test("has the same bytes whichever notes were typeset before it, by one worker or by two")
    func many() throws {
        let workers = NotePDFWorkers()
        func files(threads: Int) -> [[UInt8]] {
            let files = Mutex([[UInt8]](repeating: [], count: 100))
            let next = Atomic(0)
            Workers.run(threads) { _ in
                while true {
                    let number = next.wrappingAdd(1, ordering: .relaxed).oldValue
                    guard number < 100 else { return }
                    let content = NotePDFRenderer.Content(
                        title: "Note \(number)",
                        body: Array(
                            "\(number) *words* ![[\(number % 3).svg]] \(number % 2 == 0 ? "漢字" : "שלום")\n"
                                .utf8),
                        images: { $0 == "0.svg" ? HostileSVG.goodImage : nil })
                    let file = (try? workers.render(content).file) ?? []
                    files.withLock { $0[number] = file }
                }
            }
            return files.withLock { $0 }
        }
        let one = files(threads: 1)
        #expect(workers.idleProcesses.count == 1 && !one.contains([]))
        #expect(files(threads: 2) == one)
        #expect(workers.idleProcesses.count <= 2)
    }

    @Test("fails by itself where the worker is killed, and the next note is typeset")
    func killed() throws {
        let workers = NotePDFWorkers()
        try workers.start()
        let process = try #require(workers.idleProcesses.first)
        let error = #expect(throws: NotePDFError.self) {
            try workers.render(
                NotePDFRenderer.Content(title: "", body: Array("![[a.png]]\n".utf8)) { _ in
                    kill(process, SIGKILL)
                    return nil
                })
        }
        #expect(error?.code == .workerEnded && error?.description.contains("signal 9") == true)
        #expect(try workers.render(NotePDFRenderer.Content(title: "", body: [])).report.pages == 1)
        #expect(workers.idleProcesses != [process])
    }

    @Test("does not notice that a worker was killed while it had nothing to do")
    func killedIdle() throws {
        let workers = NotePDFWorkers()
        try workers.start()
        let process = try #require(workers.idleProcesses.first)
        kill(process, SIGKILL)
        // Nobody is waited for but the process itself.
        var facts = siginfo_t()
        #expect(waitid(P_PID, id_t(process), &facts, WEXITED | WNOWAIT) == 0)
        #expect(try workers.render(NotePDFRenderer.Content(title: "", body: [])).report.pages == 1)
    }

    @Test("leaves no process behind when the workers go")
    func reaped() throws {
        var process: pid_t?
        do {
            let workers = NotePDFWorkers()
            _ = try workers.render(NotePDFRenderer.Content(title: "", body: []))
            process = workers.idleProcesses.first
        }
        #expect(kill(try #require(process), 0) == -1 && errno == ESRCH)
    }

    @Test("that takes more time than it may is not typeset")
    func time() throws {
        var limits = NotePDFWorkers.Limits()
        let body = Array(String(repeating: "Words of *some* kind, and then others.\n\n", count: 150_000).utf8)
        // What a large note is given more is taken off, so that there is none of the twenty seconds that it takes.
        limits.seconds = -(body.count >> 19)
        let workers = NotePDFWorkers(limits: limits)
        let error = #expect(throws: NotePDFError.self) {
            try workers.render(NotePDFRenderer.Content(title: "", body: body))
        }
        #expect(error?.code == .tooSlow)
    }

    @Test("that takes more memory than it may is not typeset")
    func memory() throws {
        var limits = NotePDFWorkers.Limits()
        limits.memory = 1 << 20
        let workers = NotePDFWorkers(limits: limits)
        let error = #expect(throws: NotePDFError.self) {
            try workers.render(NotePDFRenderer.Content(title: "", body: Array("text\n".utf8)))
        }
        // The program cannot even begin.
        #expect(error?.code == .workerEnded, "\(error.map(String.init) ?? "")")
    }

    @Test("says why there is none as it does in this process")
    func noFonts() throws {
        let fonts = try FontConfiguration(folders: ["/nowhere"])
        let error = #expect(throws: NotePDFError.self) {
            try NotePDFWorkers(options: fonts.options).render(NotePDFRenderer.Content(title: "T", body: []))
        }
        #expect(error?.code == .noFonts)
    }
}
