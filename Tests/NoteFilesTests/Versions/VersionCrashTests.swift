// SPDX-License-Identifier: MIT
// A version is whole or not there, and there once it was said to be.

import Glibc
import NoteFiles
import NoteKit
import Synchronization
import Testing

@Suite("A version being kept")
struct VersionCrashTests {
    private static let note = NotePath("/vault/note.md")
    private static let bytes = CrashScenario.text("v", 1_500)

    private static func keep(_ bytes: [UInt8], through calls: any FileCalls) throws(FileError) {
        let version = NoteVersion(
            of: note, bytes, because: .theirs, at: FileTime(seconds: 1_796_071_234, nanoseconds: 0))
        try FileVersionKeeper(on: NoteDisk(stateFolder: JournalStage.state, calls: calls)).keep(version)
    }

    /// The versions on a disk, and what else is there.
    private func found(on image: DiskImage) throws -> (versions: [[UInt8]], litter: [NotePath]) {
        let files = image.files(below: JournalStage.state)
        let versions = files.filter { "\($0.path)".hasSuffix(".md") }.map(\.inode.bytes)
        let litter = files.map(\.path).filter { !"\($0)".hasSuffix(".md") && $0.name != NotePath("path") }
        return (versions, litter)
    }

    @Test("survives any power cut once that was said", arguments: JournalCrashTests.gaps)
    func powerCut(gaps: Set<Interference.Gap>) throws {
        let disk = SimulatedDisk(JournalStage.empty)
        let calls = InterposedCalls(disk, plan: Interference.without(gaps))
        var marks: [Int] = []
        let versions = [Self.bytes, Array("second\n".utf8), Self.bytes]
        for bytes in versions {
            try Self.keep(bytes, through: calls)
            marks.append(disk.log.count)
        }
        var random = SeededGenerator(seed: 1)
        var states = 0
        for model in CrashModel.allCases {
            for length in CrashPoint.lengths(of: disk.log, marks: marks) {
                let point = CrashPoint(JournalStage.empty, disk.log, length: length, model: model)
                let count = point.count(limit: 201)
                for number in 0..<min(count, 200) {
                    let image = point.image(
                        count <= 200 ? point.outcomes(number: number) : point.outcomes(using: &random))
                    let found = try found(on: image).versions
                    states += 1
                    let kept = zip(versions, marks).filter { $0.1 <= length }.map(\.0)
                    #expect(kept.allSatisfy(found.contains), "\(model), after \(length) steps")
                    #expect(found.allSatisfy(versions.contains), "\(model), after \(length) steps: torn")
                    // What is left is no obstacle for the next.
                    let next = SimulatedDisk(image)
                    try Self.keep(Self.bytes, through: next)
                    let after = try self.found(on: next.image)
                    #expect(after.versions.count { $0 == Self.bytes } == 1 && after.litter.isEmpty)
                }
            }
        }
        #expect(states > 50)
    }

    @Test("that another process kept but did not live to make durable is durable afterwards")
    func madeDurableByTheNext() throws {
        let disk = SimulatedDisk(JournalStage.empty)
        // All is done but the syncs, and then the process is gone.
        let hasty = InterposedCalls(disk) { $0.kind == .fsync ? .fails(0) : .made }
        try Self.keep(Self.bytes, through: hasty)
        disk.closeAll()
        try Self.keep(Self.bytes, through: disk)
        for model in CrashModel.allCases {
            let point = CrashPoint(JournalStage.empty, disk.log, length: disk.log.count, model: model)
            let count = point.count(limit: 200)
            for number in 0..<count {
                #expect(try found(on: point.image(point.outcomes(number: number))).versions == [Self.bytes])
            }
        }
    }

    @Test("fails cleanly at any call, and works the next time", arguments: Fault.Kind.allCases)
    func faults(kind: Fault.Kind) throws {
        for goesOn in [false, true] {
            var call = 1
            while true {
                let disk = SimulatedDisk(JournalStage.empty)
                let fault = Fault(kind: kind, call: call, goesOn: goesOn)
                let calls = InterposedCalls(
                    disk, plan: fault.plan(after: { _ in .made }, stricken: { _ in }))
                var error: FileError?
                do throws(FileError) { try Self.keep(Self.bytes, through: calls) } catch let failure {
                    error = failure
                    #expect(failure.operation == .keep || failure.operation == .list, "\(fault): \(failure)")
                }
                guard calls.callCount >= call else { break }
                #expect(calls.openFiles.isEmpty, "\(fault)")
                let found = try found(on: disk.image)
                #expect(error != nil || found.versions == [Self.bytes], "\(fault)")
                #expect(found.versions.allSatisfy { $0 == Self.bytes }, "\(fault): torn")
                try Self.keep(Self.bytes, through: disk)
                let after = try self.found(on: disk.image)
                #expect(after.versions == [Self.bytes] && after.litter.isEmpty, "\(fault)")
                call += 1
            }
            #expect(call > 15)
        }
    }
}
