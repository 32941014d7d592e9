// SPDX-License-Identifier: MIT
// Every save fails at its first call, its second, and so on, in every way, until it passes untouched.

import Foundation
import Glibc
import NoteFiles
import Synchronization
import Testing

@Suite("A save that fails anywhere")
struct FaultLoopTests {
    @Test(
        "leaves the old note or the new one, says why, and works the next time",
        arguments: FaultCase.all, FaultStage.Kind.allCases)
    func everywhere(subject: FaultCase, on kind: FaultStage.Kind) throws {
        for fault in Fault.Kind.chosen {
            for goesOn in [false, true] {
                try failEverywhere(subject, kind, fault, goesOn: goesOn)
            }
        }
    }

    private func failEverywhere(
        _ subject: FaultCase, _ kind: FaultStage.Kind, _ fault: Fault.Kind, goesOn: Bool
    ) throws {
        var call = 1
        while true {
            let stage = try FaultStage(kind, subject)
            let fault = Fault(kind: fault, call: call, goesOn: goesOn)
            let round = FaultRound(subject, stage, fault)
            guard try round.run() else { break }
            if !round.problems.isEmpty {
                Issue.record("\(subject.name), \(kind), \(fault): \(round.problems.joined(separator: "; "))")
                return
            }
            call += 1
        }
        #expect(call > 9, "so few calls cannot be a save")
    }

    @Test("is hit by every error at every call that saving makes")
    func coverage() throws {
        let hit = Mutex<[Fault.Kind: Set<CallKind>]>([:])
        let used = Mutex<Set<CallKind>>([])
        for subject in FaultCase.all {
            let stage = try FaultStage(.simulated, subject)
            let (notes, calls) = stage.failing(nil)
            _ = try subject.save(notes, stage.note)
            for fault in Fault.Kind.allCases {
                for call in 1...calls.callCount {
                    let stage = try FaultStage(.simulated, subject)
                    let (notes, _) = stage.failing(Fault(kind: fault, call: call, goesOn: false)) { kind in
                        used.withLock { _ = $0.insert(kind) }
                        hit.withLock { _ = $0[fault, default: []].insert(kind) }
                    }
                    // What comes of it is looked at in the other test.
                    _ = try? subject.save(notes, stage.note)
                }
            }
        }
        let saving: Set<CallKind> = [
            .openat, .close, .pread, .pwrite, .ftruncate, .fsync, .statx, .faccessat, .linkOpenFile,
            .renameat2, .unlinkat, .mkdirat, .readlinkat, .fchmod, .fchown, .flistxattr, .fgetxattr,
            .fsetxattr, .fremovexattr, .inodeFlags, .takeLease, .leaseIsUnbroken, .lockExclusively,
        ]
        #expect(used.withLock { $0 }.isSuperset(of: saving))
        for fault in Fault.Kind.allCases {
            let expected = saving.filter { fault.strikes($0) }
            let missed = expected.subtracting(hit.withLock { $0[fault, default: []] })
            #expect(missed.isEmpty, "\(fault) never struck \(missed)")
        }
    }
}
