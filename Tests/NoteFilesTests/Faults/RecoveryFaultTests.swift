// SPDX-License-Identifier: MIT
// Cleaning up after a killed save fails at its first call, its second, and so on.

import Glibc
import NoteFiles
import Synchronization
import Testing

@Suite("A recovery that fails anywhere")
struct RecoveryFaultTests {
    @Test("loses nothing, and the next one finishes the work", arguments: FaultCase.all)
    func everywhere(subject: FaultCase) throws {
        var litters = 0
        for last in 1... {
            guard let isLitter = try litter(subject, killedAfter: last) else { break }
            guard isLitter else { continue }
            litters += 1
            // The short length takes every fourth kill and one sort of fault.
            guard Fault.Kind.isFull || litters % 4 == 1 else { continue }
            for fault in Fault.Kind.chosen.prefix(Fault.Kind.isFull ? 7 : 1) {
                for goesOn in [false, true] {
                    var call = 1
                    while try recover(
                        subject, killedAfter: last, Fault(kind: fault, call: call, goesOn: goesOn))
                    {
                        call += 1
                    }
                }
            }
        }
        // A new note that has no name yet leaves nothing.
        #expect(litters > 0 || subject.name == "create")
    }

    /// Whether a save killed after so many calls leaves something to do; nil when it was over by then.
    private func litter(_ subject: FaultCase, killedAfter last: Int) throws -> Bool? {
        let stage = try FaultStage(.simulated, subject)
        let (notes, calls) = stage.failing(Fault(kind: .inputOutput, call: last + 1, goesOn: true))
        // The process is dead: what it is told does not matter.
        _ = try? subject.save(notes, stage.note)
        guard calls.callCount > last else { return nil }
        return try !stage.leftovers().isEmpty
    }

    /// Answers false when the recovery was over before the fault could strike.
    private func recover(_ subject: FaultCase, killedAfter last: Int, _ fault: Fault) throws -> Bool {
        let stage = try FaultStage(.simulated, subject)
        let (notes, _) = stage.failing(Fault(kind: .inputOutput, call: last + 1, goesOn: true))
        _ = try? subject.save(notes, stage.note)
        let faulty = InterposedCalls(stage.base, plan: fault.plan(after: { _ in .made }, stricken: { _ in }))
        let story = "\(subject.name), killed after call \(last), then \(fault)"
        do throws(FileError) {
            _ = try NoteDisk(stateFolder: stage.state, calls: faulty).recover(stage.vault)
        } catch {
            #expect(error.description.contains(error.path.description), "\(story): \(error)")
        }
        #expect(faulty.openFiles.isEmpty && faulty.heldLeases.isEmpty, "\(story): something is left open")
        guard faulty.callCount >= fault.call else { return false }
        for trace in try stage.notes.recover(stage.vault) where trace.problem != nil {
            Issue.record("\(story): the next recovery had a problem with \(trace)")
        }
        let held = try stage.base.contents(of: stage.note)
        let whole = [subject.old, FaultCase.new] + (subject.outside.map { [$0] } ?? [])
        #expect(whole.contains { $0 == held }, "\(story): the note holds \(held ?? [])")
        if let outside = subject.outside {
            let isUntouched = held == subject.old || held == FaultCase.new
            #expect(try stage.exists(outside) || isUntouched, "\(story): theirs is gone")
        }
        var left = try stage.leftovers()
        if subject.outside != nil { left.removeAll { $0.contains(".sync-conflict-") } }
        #expect(left.isEmpty, "\(story): left over: \(left)")
        return true
    }
}
