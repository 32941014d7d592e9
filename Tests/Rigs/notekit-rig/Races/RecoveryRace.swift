// SPDX-License-Identifier: MIT
// One program saves while another opens the folder and cleans up after crashes that never were.

internal import Glibc
internal import NoteFiles

/// A saver against recoveries of the same folder: every save must succeed, and nothing must stay.
struct RecoveryRace {
    private let folder: String
    private let saves: Int

    init(_ arguments: Arguments) throws(RigFailure) {
        folder = try arguments.text("folder")
        saves = try arguments.number("races")
    }

    /// The other process: recovers until told to stop.
    static func recover(_ arguments: Arguments) throws(RigFailure) {
        let folder = try arguments.text("folder")
        let words = try SharedWords(mapping: Int32(try arguments.number("shared")))
        let disk = NoteDisk(stateFolder: NotePath(folder + "/state"))
        while words[.quit] == 0 {
            do throws(FileError) {
                let traces = try disk.recover(NotePath(folder + "/vault"))
                words[.turn] += 1
                // Nothing had crashed, so there is nothing to do.
                for trace in traces where trace.action != .leftAlone {
                    words[.done] += 1
                    say("  recovery did something: \(trace.action.rawValue) \(trace.path)")
                }
            } catch {
                throw RigFailure(error.description)
            }
        }
    }

    func run() throws(RigFailure) -> Bool {
        let note = folder + "/vault/note.md"
        for path in [folder, folder + "/vault"] { try OutsideFile.makeFolder(path) }
        var base = RaceText.bytes(.ours, seed: 1, round: 0)
        try OutsideFile.write(base, to: note)
        let shared = try SharedWords.makeFile()
        let words = try SharedWords(mapping: shared)
        let other = try Companion(arguments: [
            "recovery-race-other", "--folder", folder, "--shared", "\(shared)",
        ])
        var disk = NoteDisk(stateFolder: NotePath(folder + "/state"))
        disk.patience = 0
        var wrong: [String] = []
        for save in 1...UInt64(saves) {
            let new = RaceText.bytes(.ours, seed: 1, round: save)
            let way: SaveWay = save.isMultiple(of: 4) ? .inPlace : .replace
            let answer = RaceAnswer { () throws(FileError) in
                RaceAnswer(try way.save(NotePath(note), with: new, base: base, on: disk))
            }
            base = try OutsideFile.bytes(at: note) ?? []
            if case .saved = answer, base == new { continue }
            // In place, a recovery that reads the note is a reader, for which no write lease is given: not refused.
            wrong.append("  save \(save), \(way.rawValue): \(answer)")
        }
        words[.quit] = 1
        try other.finish()
        let names = try OutsideFile.names(in: folder + "/vault").filter { $0 != "note.md" }
        say(
            "saves during recoveries: \(saves) saves, \(words[.turn]) recoveries, of which \(words[.done]) did something; "
                + "\(wrong.count) saves went wrong; left \(names); \(Place(folder))")
        for line in wrong.prefix(12) { say(line) }
        return wrong.isEmpty && names.isEmpty
    }
}
