// SPDX-License-Identifier: MIT
// Programs in the place of the worker that are none.

import Foundation
import NoteKit
import NoteTypesetting
import Testing

@Suite("A program that is asked to typeset")
struct StrangeWorkerTests {
    private static let hello =
        "printf 'H\\021\\0\\0\\0\\0\\0\\0\\0notekit-typeset 1' >&0; "

    private func error(
        of script: String, _ change: (inout NotePDFWorkers.Limits) -> Void = { _ in }
    ) throws -> NotePDFError? {
        let folder = try ScratchFolder(["words": "#!/bin/sh\n\(script)\n"])
        let program = folder.path + "/program"
        // Written by a process of its own: where this one has it open for writing, a child that another test
        // starts in that moment has it too, and nobody may run it (ETXTBSY).
        let copying = try Process.run(
            URL(fileURLWithPath: "/usr/bin/install"),
            arguments: ["-m", "755", folder.path + "/words", program])
        copying.waitUntilExit()
        #expect(copying.terminationStatus == 0)
        var limits = NotePDFWorkers.Limits()
        change(&limits)
        let workers = NotePDFWorkers(limits: limits, program: NotePath(program))
        return #expect(throws: NotePDFError.self) {
            try workers.render(NotePDFRenderer.Content(title: "T", body: Array("text\n".utf8)))
        }
    }

    @Test(
        "is told from a worker by what it says first",
        arguments: [
            ("printf 'hello, this is no worker' >&0", .badWorker),
            // They end before a word is whole.
            ("printf hello >&0", .noWorker), ("echo >&0", .noWorker),
            ("printf 'H\\021\\0\\0\\0\\0\\0\\0\\0notekit-typeset 9' >&0", .badWorker),
            ("printf 'H\\377\\377\\377\\377\\377\\377\\377\\377' >&0; exec sleep 100", .badWorker),
        ] as [(String, NotePDFError.Code)])
    func stranger(script: String, code: NotePDFError.Code) throws {
        let error = try error(of: script)
        #expect(error?.code == code, "\(error.map(String.init) ?? "")")
    }

    @Test(
        "is not believed what makes no sense",
        arguments: [
            "printf 'D\\002\\0\\0\\0\\0\\0\\0\\0{}' >&0", "printf 'B\\001\\0\\0\\0\\0\\0\\0\\0x' >&0",
            "printf 'N\\0\\0\\0\\0\\0\\0\\0\\0' >&0",
            "printf 'B\\001\\0\\0\\0\\0\\0\\0\\0007' >&0",
            "printf 'F\\003\\0\\0\\0\\0\\0\\0\\0[1]' >&0",
        ])
    func nonsense(words: String) throws {
        let error = try error(of: Self.hello + words + "; exec cat <&0 >/dev/null")
        #expect(error?.code == .badWorker, "\(error.map(String.init) ?? "")")
    }

    @Test("is not waited for when it is silent")
    func silent() throws {
        for script in ["exec sleep 100", Self.hello + "exec sleep 100"] {
            #expect(try error(of: script) { $0.patience = .milliseconds(200) }?.code == .tooSlow)
        }
    }

    @Test("is not waited for without end, however often it says something")
    func talkative() throws {
        let words = "while printf 'E\\0\\0\\0\\0\\0\\0\\0\\0' >&0; do sleep 0.02; done"
        #expect(try error(of: Self.hello + words) { $0.longest = .milliseconds(300) }?.code == .tooSlow)
    }

    @Test("is not taken more from than a file may have")
    func endless() throws {
        // 65,536 bytes each time.
        let words = "while printf '*\\0\\0\\1\\0\\0\\0\\0\\0' >&0; do head -c 65536 /dev/zero >&0; done"
        #expect(try error(of: Self.hello + words) { $0.fileBytes = 1 << 20 }?.code == .badWorker)
    }

    @Test("may end before a word, or in the middle")
    func ends() throws {
        let first = try error(of: "exit 127")
        #expect(first?.code == .noWorker && first?.description.contains("library") == true)
        let second = try error(of: Self.hello + "exit 7")
        #expect(second?.code == .workerEnded && second?.description.contains("status 7") == true)
        let third = try error(of: Self.hello + "kill -SEGV $$")
        #expect(third?.code == .workerEnded && third?.description.contains("signal 11") == true)
    }

    @Test("is not asked for ever, whatever image it says that it ends of")
    func everyTime() throws {
        let error = try error(of: Self.hello + "printf 'B\\002\\0\\0\\0\\0\\0\\0\\0-1' >&0; kill -SEGV $$")
        #expect(error?.code == .workerEnded)
    }

    @Test("may not be there, and then the places are named")
    func missing() {
        let workers = NotePDFWorkers(program: NotePath("/nowhere/notekit-typeset"))
        for work in [
            { try workers.start() }, { _ = try workers.render(NotePDFRenderer.Content(title: "", body: [])) },
        ] {
            let error = #expect(throws: NotePDFError.self) { try work() }
            #expect(
                error?.code == .noWorker && error?.description.contains("'/nowhere/notekit-typeset'") == true)
        }
        #expect(workers.look(at: HostileSVG.goodImage) == .fault("cannot be looked at (no-worker)"))
    }
}
