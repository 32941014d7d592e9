// SPDX-License-Identifier: MIT
// Saves during which another program writes the same note, and saves one after another.

import CNoteLinux
import Glibc
import NoteFiles

extension CrashScenario {
    /// How another program saves: durably, so that losing its bytes is our fault.
    enum OutsideSave: String, CaseIterable, Sendable {
        case inPlace = "rewritten"
        case renamedOver = "renamed over"

        func perform(_ disk: SimulatedDisk) throws {
            switch self {
            case .inPlace: try disk.rewrite(note, with: outside)
            case .renamedOver: try disk.renameOver(note, with: outside)
            }
        }
    }

    static let interfered =
        OutsideSave.allCases.flatMap { save in
            [Interference.Moment.beforeExchange, .afterExchange, .beforeUnlink].map { moment in
                interfered(save, moment, [])
            }
        }
        + [
            interfered(.renamedOver, .beforeExchange, [.unnamedFiles]),
            interfered(.inPlace, .beforeExchange, [.leases]),
            interfered(.inPlace, .beforeExchange, [.exchange]),
            interfered(.renamedOver, .beforeExchange, [.exchange]),
            interfered(.inPlace, .beforeUndoStarts, [], rewriting: true),
            interfered(.inPlace, .beforeUndoStarts, [.leases], rewriting: true),
            lateWriter, rewrittenTwice,
            late("waited for the lease", .beforeUnlink),
            late("came after the lease", .afterExchange),
            late("waited for the lease on our own file", .beforeUnlink, alsoBefore: text("y", 777)),
            openForWriting, removedMeanwhile,
            writtenBeforeUndoEnds(
                "in place, rewritten before the undo record goes", outside, mayBeKeptOnly: false),
            writtenBeforeUndoEnds(
                "in place, set to a mixture before the undo record goes", mixture, mayBeKeptOnly: true),
        ]

    private static func interfered(
        _ save: OutsideSave, _ moment: Interference.Moment, _ gaps: Set<Interference.Gap>,
        rewriting inPlace: Bool = false
    ) -> CrashScenario {
        let suffix = gaps.isEmpty ? "" : ", no \(gaps.map(\.rawValue).sorted().joined(separator: ", "))"
        return CrashScenario(
            name: "\(save.rawValue) \(moment.rawValue)\(suffix)", start: vault(), hasOutsider: true
        ) { recorder in
            let disk = recorder.disk
            recorder.stage(mayHold: [old, new])
            let plan = Interference.once(
                moment,
                {
                    // While the other program is at it, its own file may be torn.
                    recorder.stage(mayHold: save == .inPlace ? nil : [old, new, outside])
                    try save.perform(disk)
                    recorder.stage(mayHold: nil, mustExist: [outside])
                }, otherwise: Interference.without(gaps))
            _ = try recorder.notes(plan).replace(note, with: new, base: old, inPlace: inPlace)
            recorder.stage(mayHold: [outside], mustExist: [outside])
        }
    }

    /// Opened for writing before the save, written after the exchange.
    private static let lateWriter = CrashScenario(
        name: "opened before, written late", start: vault(), hasOutsider: true
    ) { recorder in
        let disk = recorder.disk
        recorder.stage(mayHold: [old, new])
        // Opened when the comparison's lease is given back.
        let plan = Interference.once(.beforeExchange) {
            let file = note.withCString { disk.openat(cn_AT_FDCWD, $0, O_WRONLY, 0) }
            guard file >= 0 else { throw Unexpected(description: "not opened: \(file)") }
            recorder.stage(mayHold: nil)
            try disk.writeAll(text("x", old.count), to: file)
            guard disk.fsync(file) == 0, disk.close(file) == 0 else {
                throw Unexpected(description: "not written")
            }
            recorder.stage(mayHold: nil, mustExist: [text("x", old.count)])
        }
        try demandConflict(recorder.notes(plan).replace(note, with: new, base: old))
        recorder.stage(mayHold: [text("x", old.count)], mustExist: [text("x", old.count)])
    }

    /// Found a file by the note's name, and gets in only when it has no name any more: after it waited
    /// for our lease, or because the scheduler stopped it inside its `open`.
    private static func late(
        _ name: String, _ moment: Interference.Moment, alsoBefore first: [UInt8]? = nil
    ) -> CrashScenario {
        CrashScenario(name: name, start: vault(), hasOutsider: true) { recorder in
            let disk = recorder.disk
            let writer = LateWriter(disk, writing: outside)
            let expected = [outside] + (first.map { [$0] } ?? [])
            recorder.stage(mayHold: [old, new])
            let begin = Interference.once(
                .beforeExchange,
                {
                    guard let first else { return }
                    recorder.stage(mayHold: nil)
                    try disk.rewrite(note, with: first)
                })
            let plan: @Sendable (Call) -> Call.Fate = { call in
                let isHidden = call.name.map { HiddenName($0) != nil } ?? false
                let isRemoval = call.kind == .unlinkat && isHidden
                if isRemoval, let hidden = call.name {
                    // What it writes has no name until the save gives it one.
                    recorder.stage(mayHold: nil)
                    writer.find(vault.appending(hidden))
                }
                let isIn = moment == .beforeUnlink ? isRemoval : !isRemoval && call.kind == .fsync
                writer.proceed(mayWait: isIn)
                return begin(call)
            }
            try demandConflict(recorder.notes(plan).replace(note, with: new, base: old), .changed)
            recorder.stage(mayHold: first.map { [$0] } ?? [outside], mustExist: expected)
        }
    }

    /// One program rewrites before the exchange, which makes a conflict, and another after it: the second
    /// writes into our own file, which then is not ours to remove.
    private static let rewrittenTwice = CrashScenario(
        name: "rewritten before and after the exchange", start: vault(), hasOutsider: true
    ) { recorder in
        let disk = recorder.disk
        let second = text("y", 777)
        recorder.stage(mayHold: [old, new])
        let plan = Interference.once(
            .beforeExchange,
            {
                recorder.stage(mayHold: nil)
                try disk.rewrite(note, with: outside)
                recorder.stage(mayHold: nil, mustExist: [outside])
            },
            otherwise: Interference.once(.afterExchange) {
                try disk.rewrite(note, with: second)
                recorder.stage(mayHold: nil, mustExist: [outside, second])
            })
        try demandConflict(recorder.notes(plan).replace(note, with: new, base: old), .changed)
        recorder.stage(mayHold: nil, mustExist: [outside, second])
    }

    private static let openForWriting = CrashScenario(
        name: "open for writing all the time", start: vault(), hasOutsider: true
    ) {
        recorder in
        let disk = recorder.disk
        let plan = Interference.once(.beforeExchange) {
            let file = note.withCString { disk.openat(cn_AT_FDCWD, $0, O_WRONLY, 0) }
            guard file >= 0 else { throw Unexpected(description: "not opened: \(file)") }
        }
        recorder.stage(mayHold: [old, new])
        try demandConflict(
            recorder.notes(plan).replace(note, with: new, base: old), .openForWriting)
        recorder.stage(mayHold: [old, new])
    }

    private static let removedMeanwhile = CrashScenario(
        name: "removed before the exchange", start: vault(), hasOutsider: true
    ) {
        recorder in
        let disk = recorder.disk
        recorder.stage(mayHold: [old, new, nil])
        let plan = Interference.once(.beforeExchange) { try disk.remove(note) }
        try demandConflict(
            recorder.notes(plan).replace(note, with: new, base: old), .missing)
        recorder.stage(mayHold: [nil])
    }

    /// Half of each: just what a torn rewriting looks like, but the other program means it.
    private static let mixture = Array(new.prefix(1024) + old.dropFirst(1024))

    /// Another program writes while the undo record is still there. What is no mixture stays at the name.
    private static func writtenBeforeUndoEnds(
        _ name: String, _ theirs: [UInt8], mayBeKeptOnly: Bool
    ) -> CrashScenario {
        CrashScenario(name: name, start: vault(), hasOutsider: true) { recorder in
            let disk = recorder.disk
            recorder.stage(mayHold: [old, new])
            let plan = Interference.once(.beforeUndoEnds) {
                recorder.stage(mayHold: nil)
                try disk.rewrite(note, with: theirs)
                recorder.stage(mayHold: mayBeKeptOnly ? nil : [theirs], mustExist: [theirs])
            }
            _ = try recorder.notes(plan).replace(note, with: new, base: old, inPlace: true)
            recorder.stage(mayHold: [theirs], mustExist: [theirs])
        }
    }

    // MARK: One after another

    static let sequences = [
        CrashScenario(name: "two saves", start: vault()) { recorder in
            recorder.stage(mayHold: [old, new])
            try demandDurable(recorder.notes().replace(note, with: new, base: old))
            recorder.stage(mayHold: [new, text("2", 900)])
            try demandDurable(recorder.notes().replace(note, with: text("2", 900), base: new))
            recorder.stage(mayHold: [text("2", 900)])
        },
        CrashScenario(name: "two saves in place", start: vault()) { recorder in
            recorder.stage(mayHold: [old, new])
            try demandDurable(recorder.notes().replace(note, with: new, base: old, inPlace: true))
            recorder.stage(mayHold: [new, text("2", 900)])
            try demandDurable(
                recorder.notes().replace(note, with: text("2", 900), base: new, inPlace: true))
            recorder.stage(mayHold: [text("2", 900)])
        },
        CrashScenario(name: "in place, then back to the old bytes", start: vault()) { recorder in
            recorder.stage(mayHold: [old, new])
            try demandDurable(recorder.notes().replace(note, with: new, base: old, inPlace: true))
            recorder.stage(mayHold: [new, old])
            try demandDurable(recorder.notes().replace(note, with: old, base: new, inPlace: true))
            recorder.stage(mayHold: [old])
        },
        CrashScenario(name: "in place, then rewritten by another program", start: vault(), hasOutsider: true)
        { recorder in
            recorder.stage(mayHold: [old, new])
            try demandDurable(recorder.notes().replace(note, with: new, base: old, inPlace: true))
            recorder.stage(mayHold: nil)
            try recorder.disk.rewrite(note, with: outside)
            recorder.stage(mayHold: [outside], mustExist: [outside])
        },
        CrashScenario(
            name: "in place, then set to a mixture by another program", start: vault(), hasOutsider: true
        ) { recorder in
            recorder.stage(mayHold: [old, new])
            try demandDurable(recorder.notes().replace(note, with: new, base: old, inPlace: true))
            recorder.stage(mayHold: nil)
            try recorder.disk.rewrite(note, with: mixture)
            recorder.stage(mayHold: [mixture], mustExist: [mixture])
        },
        CrashScenario(
            name: "in place, then renamed over by another program", start: vault(), hasOutsider: true
        ) { recorder in
            recorder.stage(mayHold: [old, new])
            try demandDurable(recorder.notes().replace(note, with: new, base: old, inPlace: true))
            recorder.stage(mayHold: [new, outside])
            try recorder.disk.renameOver(note, with: outside)
            recorder.stage(mayHold: [outside], mustExist: [outside])
        },
        failedSync,
    ]

    /// The first fsync of the new bytes fails: what the disk marked clean is never written again.
    private static let failedSync = CrashScenario(name: "fsync fails, saved again", start: vault()) {
        recorder in
        let disk = recorder.disk
        recorder.stage(mayHold: [old, new])
        let plan: @Sendable (Call) -> Call.Fate = { call in
            guard call.kind == .fsync, !disk.log.contains(where: { $0.isSync }) else { return .made }
            disk.syncFailed(call.file)
            return .fails(EIO)
        }
        do throws(FileError) {
            _ = try recorder.notes(plan).replace(note, with: new, base: old)
            // It may succeed all the same, but then what it says of durability counts.
        } catch {
            guard error.code == .inputOutput else { throw error }
        }
        let outcome = try recorder.notes().replace(note, with: new, base: old)
        if outcome != .unchanged { try demandDurable(outcome) }
        recorder.stage(mayHold: [new])
    }
}
