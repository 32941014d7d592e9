// SPDX-License-Identifier: MIT
// Every call that a journal makes fails, in every way.

import Glibc
import NoteFiles
import NoteKit
import Synchronization
import Testing

@Suite("A journal whose calls fail")
struct JournalFaultTests {
    @Test(
        "keeps what it had acknowledged, says why, and goes on",
        arguments: Fault.Kind.chosen, JournalCrashTests.gaps)
    func everywhere(kind: Fault.Kind, gaps: Set<Interference.Gap>) throws {
        let without = Interference.without(gaps)
        for goesOn in [false, true] {
            var call = 1
            while true {
                let stage = JournalStage()
                let fault = Fault(kind: kind, call: call, goesOn: goesOn)
                let calls = InterposedCalls(
                    stage.disk, plan: fault.plan(after: without, stricken: { _ in }))
                let script = try JournalScript(on: stage.disk, through: calls)
                script.run()
                guard calls.callCount >= call else { break }
                let image = stage.disk.image
                let position = stage.disk.log.count
                let problem = try script.problem(with: image, after: .kill, at: position)
                #expect(problem == nil, "\(fault), \(gaps)")
                #expect(calls.openFiles.isEmpty, "\(fault): descriptors left open")
                for error in script.errors {
                    #expect(error.systemError == kind.number ?? 0 || error.systemError == 0, "\(fault)")
                    #expect(error.description.contains(error.path.description), "\(fault): \(error)")
                    #expect(error.operation == .journal, "\(fault): \(error)")
                    #expect(error.path.folder == JournalStage.note.folder, "\(fault): \(error)")
                }
                // A close that fails is nothing to tell, and such are the last calls.
                if goesOn, kind == .inputOutput, call < 100 { #expect(!script.errors.isEmpty, "\(fault)") }
                call += 1
            }
            #expect(call > 100, "so few calls cannot be a journal")
        }
    }

    @Test("and whose fsync failed once never says that it is durable, until it is started again")
    func failedFlush() throws {
        let stage = JournalStage()
        let hasFailed = Mutex(false)
        let disk = stage.disk
        let calls = InterposedCalls(disk) { call in
            guard call.kind == .fsync, !hasFailed.withLock({ $0 }) else { return .made }
            hasFailed.withLock { $0 = true }
            disk.syncFailed(call.file)
            return .fails(EIO)
        }
        var editing = try RandomEditing(seed: 1)
        // The folder is there already, so the first fsync is that of the journal.
        try JournalStage.begin([], through: disk).discard().makeDurable()
        var journal = try JournalStage.begin(editing.text.bytes, through: calls)
        for _ in 0..<3 {
            try journal.append(editing.step())
            let sync = journal.sync
            let error = #expect(throws: FileError.self) { try sync.makeDurable() }
            #expect(error?.systemError == EIO && error?.operation == .journal)
        }
        try journal.restart(base: editing.text.bytes, edits: editing.step())
        try journal.sync.makeDurable()
        let point = CrashPoint(JournalStage.empty, disk.log, length: disk.log.count, model: .weak)
        let count = point.count(limit: 200)
        for number in 0..<count {
            let found = try JournalStage.found(on: point.image(point.outcomes(number: number)))
            #expect(found.journals.first?.mine == editing.text.bytes)
        }
        try journal.discard().makeDurable()
    }

    @Test(
        "is looked for again when a look failed at any call, and nothing was lost by it",
        arguments: Fault.Kind.allCases)
    func looking(kind: Fault.Kind) throws {
        let stage = JournalStage()
        var editing = try RandomEditing(seed: 1)
        var journal = try JournalStage.begin(editing.text.bytes, through: stage.disk)
        for _ in 0..<20 { try journal.append(editing.step()) }
        let image = stage.disk.image
        for goesOn in [false, true] {
            var call = 1
            while true {
                let disk = SimulatedDisk(image)
                let fault = Fault(kind: kind, call: call, goesOn: goesOn)
                let calls = InterposedCalls(
                    disk, plan: fault.plan(after: { _ in .made }, stricken: { _ in }))
                look(through: calls)
                guard calls.callCount >= call else { break }
                #expect(calls.openFiles.isEmpty, "\(fault)")
                // Either it was discarded or it is still there, whole.
                let found = try JournalStage.found(on: disk.image)
                #expect(found.problems.isEmpty, "\(fault)")
                if let orphan = found.journals.first {
                    #expect(orphan.mine == editing.text.bytes && !orphan.wasCut, "\(fault)")
                } else {
                    #expect(disk.image.files(below: JournalStage.state).isEmpty, "\(fault)")
                }
                call += 1
            }
            #expect(call > 8)
        }
    }

    private func look(through calls: any FileCalls) {
        do throws(FileError) {
            for journal in try JournalStage.folder(calls).orphans(of: JournalStage.note, key: nil).journals {
                try journal.discard()
            }
        } catch {
            #expect(error.description.contains(error.path.description))
        }
    }
}
