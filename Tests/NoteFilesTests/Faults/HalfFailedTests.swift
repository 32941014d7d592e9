// SPDX-License-Identifier: MIT
// Saves that fail half way, while another program is quick to write.

import CNoteLinux
import Glibc
import NoteFiles
import Synchronization
import Testing

@Suite("A save that fails half way")
struct HalfFailedTests {
    private typealias Scenario = CrashScenario

    private let disk = SimulatedDisk(CrashScenario.vault())

    /// Whether bytes are in a file of the vault.
    private func exists(_ bytes: [UInt8]) -> Bool {
        disk.image.files(below: Scenario.vault).contains { $0.inode.bytes == bytes }
    }

    private var held: [UInt8]? { disk.image.inode(at: Scenario.note)?.bytes }

    private func notes(_ plan: @escaping @Sendable (Call) -> Call.Fate) -> NoteDisk {
        NoteDisk(stateFolder: Scenario.state, calls: InterposedCalls(disk, plan: plan))
    }

    @Test("at an exchange that was made and is reported as failed removes nothing but its own file")
    func exchangeMadeButFailed() throws {
        let (disk, isOver) = (disk, Once())
        let notes = notes { call in
            guard call.kind == .renameat2, call.flags == Int(cn_RENAME_EXCHANGE), isOver.first() else {
                return .made
            }
            do {
                try disk.renameOver(Scenario.note, with: Scenario.outside)
            } catch {
                preconditionFailure("the other program failed: \(error)")
            }
            return .madeButFails(EIO)
        }
        _ = try? notes.replace(Scenario.note, with: Scenario.new, base: Scenario.old)
        #expect(exists(Scenario.outside))
    }

    @Test("at a write in place is taken back before a program that waits for the lease gets in")
    func waitingWriter() throws {
        let (disk, isOver, isWritten) = (disk, Once(), Once())
        let inode = try #require(disk.image.number(at: Scenario.note))
        let ticket = Mutex<Int?>(nil)
        let notes = notes { call in
            if call.kind == .pwrite, disk.leaseCount > 0, isOver.first() {
                ticket.withLock { $0 = disk.waitToWrite(inode) }
                return .fails(ENOSPC)
            }
            if let number = ticket.withLock({ $0 }), let file = disk.file(ofWaiting: number),
                isWritten.first()
            {
                do { try disk.writeAll(Scenario.outside, to: file) } catch { preconditionFailure("\(error)") }
                _ = disk.ftruncate(file, Scenario.outside.count)
                _ = disk.fsync(file)
                _ = disk.close(file)
            }
            return .made
        }
        #expect(throws: FileError.self) {
            try notes.replace(Scenario.note, with: Scenario.new, base: Scenario.old, inPlace: true)
        }
        #expect(held == Scenario.outside)
    }

    @Test("at a write in place leaves alone what somebody wrote where there are no leases")
    func noLeases() throws {
        let (disk, hasFailed, isOver) = (disk, Once(), Once())
        let failed = Mutex(false)
        let without = Interference.without([.leases])
        let notes = notes { call in
            if failed.withLock({ $0 }), isOver.first() {
                do {
                    try disk.rewrite(Scenario.note, with: Scenario.outside)
                } catch {
                    preconditionFailure("the other program failed: \(error)")
                }
            }
            // The second write: the first is that of the undo copy.
            if call.kind == .pwrite, !hasFailed.first(), !failed.withLock({ $0 }) {
                failed.withLock { $0 = true }
                return .fails(ENOSPC)
            }
            return without(call)
        }
        #expect(throws: FileError.self) {
            try notes.replace(Scenario.note, with: Scenario.new, base: Scenario.old, inPlace: true)
        }
        #expect(held == Scenario.outside)
        // What was there before is not lost either.
        try notes.recover(Scenario.vault)
        #expect(held == Scenario.outside)
        #expect(disk.image.files(below: Scenario.state).contains { $0.inode.bytes == Scenario.old })
    }

    @Test("because neither unnamed files nor renames are to be had ends, and says so")
    func noWay() throws {
        let count = Mutex(0)
        let notes = notes { call in
            let made = count.withLock { count in
                count += 1
                return count
            }
            // So that the test ends where the save would not.
            if made > 1000 { return .fails(EIO) }
            let isGap = call.kind == .renameat2 || Interference.Gap.unnamedFiles.covers(call)
            return isGap ? .fails(ENOSYS) : .made
        }
        #expect {
            try notes.replace(Scenario.note, with: Scenario.new, base: Scenario.old)
        } throws: { ($0 as? FileError)?.systemError == ENOSYS }
        #expect(held == Scenario.old)
    }

    /// True the first time it is asked.
    private final class Once: Sendable {
        private let isOver = Mutex(false)

        func first() -> Bool {
            isOver.withLock { isOver in
                defer { isOver = true }
                return !isOver
            }
        }
    }
}
