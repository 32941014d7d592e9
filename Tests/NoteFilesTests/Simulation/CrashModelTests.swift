// SPDX-License-Identifier: MIT
// The crash models themselves, on saves so simple that every outcome can be told by hand.

import CNoteLinux
import Glibc
import NoteFiles
import Testing

@Suite("A crash model")
struct CrashModelTests {
    private let note = NotePath("/vault/note")
    private let temporary = NotePath("/vault/new")
    private let old = [UInt8](repeating: 1, count: 600)
    private let new = [UInt8](repeating: 2, count: 700)

    /// What the note can hold after a power cut at the end of these calls.
    private func outcomes(
        _ model: CrashModel, _ calls: (SimulatedDisk) throws -> Void
    ) throws -> Set<[UInt8]?> {
        var image = DiskImage()
        image.addFile(note, old)
        let disk = SimulatedDisk(image)
        try calls(disk)
        let point = CrashPoint(image, disk.log, length: disk.log.count, model: model)
        return Set(
            (0..<point.count(limit: 100_000)).map { number in
                point.image(point.outcomes(number: number)).inode(at: note)?.bytes
            })
    }

    /// Writes a file beside the note without making anything durable.
    private func writeTemporary(_ disk: SimulatedDisk, sync: Bool) throws {
        let file = temporary.withCString { disk.openat(cn_AT_FDCWD, $0, O_RDWR | O_CREAT, 0o600) }
        try disk.writeAll(new, to: file)
        if sync { _ = disk.fsync(file) }
        _ = disk.close(file)
    }

    private func exchange(_ disk: SimulatedDisk, _ flags: UInt32) {
        let answer = temporary.withCString { from in
            note.withCString { disk.renameat2(cn_AT_FDCWD, from, cn_AT_FDCWD, $0, flags) }
        }
        #expect(answer == 0)
    }

    @Test(
        "lets an exchange without fsync empty the note, fill it with zeros or tear it",
        arguments: CrashModel.allCases)
    func unsyncedExchange(model: CrashModel) throws {
        let found = try outcomes(model) { disk in
            try writeTemporary(disk, sync: false)
            exchange(disk, cn_RENAME_EXCHANGE)
            try disk.syncFolder(note.folder)
        }
        let torn = Array(new.prefix(512)) + [UInt8](repeating: 0, count: 188)
        #expect(found.contains([]))
        #expect(found.contains([UInt8](repeating: 0, count: 700)))
        #expect(found.contains(torn))
        #expect(found.contains(new))
        #expect(!found.contains(old))
    }

    @Test(
        "leaves old or new when the bytes were synced, the new when the folder was too",
        arguments: CrashModel.allCases)
    func syncedExchange(model: CrashModel) throws {
        let before = try outcomes(model) { disk in
            try writeTemporary(disk, sync: true)
            exchange(disk, cn_RENAME_EXCHANGE)
        }
        #expect(before == [old, new])
        let after = try outcomes(model) { disk in
            try writeTemporary(disk, sync: true)
            exchange(disk, cn_RENAME_EXCHANGE)
            try disk.syncFolder(note.folder)
        }
        #expect(after == [new])
    }

    @Test("tears a file that is rewritten in place at every sector")
    func rewritten() throws {
        for model in CrashModel.allCases {
            let found = try outcomes(model) { disk in
                let file = note.withCString { disk.openat(cn_AT_FDCWD, $0, O_RDWR, 0) }
                try disk.writeAll([UInt8](repeating: 3, count: 600), to: file)
            }
            let three = [UInt8](repeating: 3, count: 600)
            #expect(
                found == [
                    old, three, Array(three.prefix(512) + old.dropFirst(512)),
                    Array(old.prefix(512) + three.dropFirst(512)),
                ])
        }
    }

    @Test("that is weak undoes any step, one that is ordered only the last ones")
    func order() throws {
        func calls(_ disk: SimulatedDisk) throws {
            try writeTemporary(disk, sync: true)
            exchange(disk, cn_RENAME_EXCHANGE)
            exchange(disk, cn_RENAME_EXCHANGE)
            _ = temporary.withCString { disk.unlinkat(cn_AT_FDCWD, $0) }
        }
        func hasBoth(_ model: CrashModel) throws -> Bool {
            var image = DiskImage()
            image.addFile(note, old)
            let disk = SimulatedDisk(image)
            try calls(disk)
            let point = CrashPoint(image, disk.log, length: disk.log.count, model: model)
            return (0..<point.count(limit: 1_000)).contains { number in
                let found = point.image(point.outcomes(number: number))
                return found.inode(at: note)?.bytes == new && found.inode(at: temporary) == nil
            }
        }
        // The second exchange undone and the removal kept: the old bytes are nowhere.
        #expect(try hasBoth(.weak))
        #expect(try !hasBoth(.ordered))
    }

    @Test("never trusts what a failed fsync marked clean")
    func failedSync() throws {
        for model in CrashModel.allCases {
            let found = try outcomes(model) { disk in
                let file = note.withCString { disk.openat(cn_AT_FDCWD, $0, O_RDWR, 0) }
                try disk.writeAll([UInt8](repeating: 3, count: 600), to: file)
                disk.syncFailed(file)
                _ = disk.fsync(file)
            }
            #expect(found.contains(old))
        }
    }

    @Test("has its every state at a sync or at the end", arguments: CrashModel.allCases)
    func lengths(model: CrashModel) throws {
        let scenario = try #require(
            CrashScenario.all.first { $0.name == "in place, then back to the old bytes" })
        let log = try CrashRecorder(running: scenario).disk.log
        func states(_ lengths: [Int]) -> Set<Int> {
            var found: Set<Int> = []
            for length in lengths {
                // Large sectors keep the number of selections small.
                let point = CrashPoint(scenario.start, log, length: length, model: model, sector: 2_048)
                for number in 0..<point.count(limit: 20_000) {
                    found.insert(point.image(point.outcomes(number: number)).fingerprint)
                }
            }
            return found
        }
        let few = states(CrashPoint.lengths(of: log, marks: []))
        #expect(states(Array(0...log.count)).subtracting(few).isEmpty)
        #expect(few.count > 10)
    }
}
