// SPDX-License-Identifier: MIT
// That an SVG is drawn elsewhere first, and what is known of it then.

import Foundation
import Synchronization
import Testing

@testable import NoteExporting

@Suite("The trial of an SVG")
struct TrialTests {
    @Test("lets good images through", arguments: [HostileSVG.good, .long, .someUses])
    func good(image: HostileSVG) {
        #expect(TrialRun().fault(of: image.bytes) == nil)
    }

    @Test(
        "finds what would end the program",
        arguments: [
            HostileSVG.uses, .masks, .patterns, .matrix, .cutOff, .sign,
        ])
    func broken(image: HostileSVG) {
        #expect(TrialRun().fault(of: image.bytes) == .broken)
    }

    @Test("is over when the time is, on the wall or of the processor")
    func time() {
        #expect(TrialRun(patience: .milliseconds(50)).fault(of: HostileSVG.noise) == .tooSlow)
        #expect(TrialRun(seconds: 1, patience: .seconds(600)).fault(of: HostileSVG.noise) == .tooSlow)
    }

    @Test("ends what takes too much of anything")
    func bomb() {
        let fault = TrialRun(seconds: 1, patience: .seconds(600)).fault(of: HostileSVG.bomb)
        #expect(fault == .tooSlow || fault == .broken)
        #expect(TrialRun(memory: 64 << 20).fault(of: HostileSVG.goodImage) == .broken)
    }

    @Test("says which program is missing, and what to install")
    func missing() {
        let converter = TrialRun.Program(path: "/nowhere/rsvg-convert", package: "librsvg2-bin")
        let fault = TrialRun(converter: converter).fault(of: HostileSVG.goodImage)
        #expect(fault == .noProgram(converter))
        let warning = NotePDFReport.Warning(.imageNotDrawn, name: "a.svg", reason: fault?.clause ?? "")
        for word in ["'a.svg'", "/nowhere/rsvg-convert", "librsvg2-bin", "left out"] {
            #expect(warning.description.contains(word))
        }
    }

    @Test("is made once of the same bytes, however many ask, but again where it could not be made")
    func once() async {
        let count = Mutex(0)
        let trials = SVGTrials { image in
            count.withLock { $0 += 1 }
            return image.isEmpty ? .untried : image == [1] ? .broken : nil
        }
        await withTaskGroup(of: Bool.self) { group in
            for number in 0..<40 {
                group.addTask {
                    let isBroken = number % 2 == 1
                    return trials.fault(of: isBroken ? [1] : [2]) == (isBroken ? .broken : nil)
                }
            }
            for await isRight in group { #expect(isRight) }
        }
        #expect(count.withLock { $0 } == 2)
        for _ in 0..<3 { #expect(trials.fault(of: []) == .untried) }
        #expect(count.withLock { $0 } == 5)
    }

    @Test("runs a program that may read all, a part or nothing, and may die")
    func process() throws {
        let bytes = [UInt8](repeating: 1, count: 3_000_000)
        func end(_ script: String, _ input: [UInt8]) -> TrialProcess.End {
            TrialProcess(words: ["/bin/sh", "-c", script], environment: ["A=b"])
                .run(input: input, patience: .seconds(600))
        }
        #expect(end("test $(wc -c) = 3000000", bytes) == .exited(0))
        #expect(end("test $(wc -c) = 0", []) == .exited(0))
        #expect(end("exit 7", bytes) == .exited(7))
        #expect(end("head -c 1000; exit 8", bytes) == .exited(8))
        #expect(end("kill -SEGV $$", bytes) == .killed(SIGSEGV))
        #expect(end("test $A = b && test -z \"$HOME\"", []) == .exited(0))
        #expect(
            TrialProcess(words: ["/nowhere/program"], environment: []).run(input: [], patience: .seconds(600))
                == .unknown)
        #expect(
            TrialProcess(words: ["/bin/sleep", "30"], environment: [])
                .run(input: bytes, patience: .milliseconds(50)) == .late)
    }

    @Test("leaves no process behind")
    func reaped() throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("trial-" + UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: file) }
        let end = TrialProcess(
            words: ["/bin/sh", "-c", "echo $$ > '\(file.path)'; kill -ABRT $$"], environment: []
        ).run(input: [], patience: .seconds(600))
        #expect(end == .killed(SIGABRT))
        let text = try String(contentsOf: file, encoding: .utf8)
        let process = try #require(pid_t(text.trimmingCharacters(in: .whitespacesAndNewlines)))
        #expect(kill(process, 0) == -1 && errno == ESRCH)
    }

    @Test(
        "is for all that librsvg would read, and for nothing else",
        arguments: [
            ("<svg/>", true), ("\u{FEFF}\n <svg/>", true), ("L<!DOCTYPE svg", true), ("xx <svg>", true),
            ("GIF89a<", false), ("RIFF....WEBP<", false), ("", false), ("no picture", false),
        ])
    func kinds(text: String, isTried: Bool) {
        #expect(VectorImage.mayBeSVG(Array(text.utf8)) == isTried)
        #expect(
            !isTried || VectorImage.mayBeSVG(Array(text.data(using: .utf16) ?? Data()))
                || !text.hasPrefix("<"))
    }
}
