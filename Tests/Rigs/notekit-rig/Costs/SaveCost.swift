// SPDX-License-Identifier: MIT
// What the exchange and its proof take out of a save's time.

internal import Glibc
internal import NoteFiles

/// Durable saves with a look at the clock at the exchange and where the folder is synced.
struct SaveCost {
    private let folder: String
    private let saves: Int
    private let size: Int

    init(_ arguments: Arguments) throws(RigFailure) {
        folder = try arguments.text("folder")
        saves = try arguments.number("saves", else: 1000)
        size = try arguments.number("bytes", else: 2048)
    }

    /// True when exchange, compare and dispose stay within half a millisecond at the 99th percentile.
    func run() throws(RigFailure) -> Bool {
        try OutsideFile.makeFolder(folder)
        let marks = Marks()
        var calls = HookedCalls()
        calls.before = { call, _ in
            marks.pass(call)
            return nil
        }
        let disk = NoteDisk(stateFolder: NotePath(folder + "/state"), calls: calls)
        let notes = 100
        var texts = (0..<notes).map { RaceText.bytes(.ours, seed: 1, round: UInt64($0), length: size) }
        for (number, text) in texts.enumerated() {
            try OutsideFile.write(text, to: "\(folder)/note \(number).md")
        }
        var whole: [UInt64] = []
        var added: [UInt64] = []
        for save in 0..<saves {
            let at = save % notes
            let new = RaceText.bytes(.theirs, seed: 1, round: UInt64(save), length: size)
            marks.reset()
            let start = Clock.now
            do throws(FileError) {
                let outcome = try disk.replace(
                    NotePath("\(folder)/note \(at).md"), with: new, base: texts[at])
                guard case .saved(let receipt) = outcome, receipt.durable else {
                    throw FileError(
                        .save, NotePath(folder), call: "replace", code: .other, because: "\(outcome)")
                }
            } catch {
                throw RigFailure(error.description)
            }
            whole.append(Clock.now - start)
            added.append(marks.folderSync - marks.exchange)
            texts[at] = new
        }
        say(
            "cost of \(saves) saves of \(size) bytes, microseconds p50 / p99: whole save \(Self.shown(whole)); "
                + "exchange, compare under lease and unlink \(Self.shown(added)); \(Place(folder))")
        let isWithin = Self.percentile(added, 99) <= 500_000
        if !isWithin { say("  more than 500 microseconds") }
        return isWithin
    }

    static func percentile(_ times: [UInt64], _ percent: Int) -> UInt64 {
        times.sorted()[safe: times.count * percent / 100] ?? 0
    }

    static func shown(_ times: [UInt64]) -> String {
        "\(percentile(times, 50) / 1000) / \(percentile(times, 99) / 1000)"
    }
}

/// The moments at which one save passed its steps.
private final class Marks: @unchecked Sendable {
    // SAFETY: used by one thread; the calls that carry it have to be Sendable.
    private(set) var exchange: UInt64 = 0
    private(set) var folderSync: UInt64 = 0

    func reset() {
        exchange = 0
        folderSync = 0
    }

    func pass(_ call: HookedCalls.Call) {
        if call == .renameat2, exchange == 0 { exchange = Clock.now }
        if call == .fsync, exchange != 0, folderSync == 0 { folderSync = Clock.now }
    }
}
