// SPDX-License-Identifier: MIT
// Which ends of a race are right, and what each of the others is called.

internal import NoteFiles

/// What the folder looks like once both sides are done, and how it came to that.
struct RaceScene {
    let move: WriterMove
    let base: [UInt8]
    let ours: [UInt8]
    let theirs: [UInt8]
    let answer: RaceAnswer
    /// Every file in the folder, by name.
    let files: [String: [UInt8]]
    let note: String
    /// When the saver began its last exchange, and when the writer's bytes were all there.
    let exchanging: UInt64
    let published: UInt64
}

/// What came of a race.
enum RaceEnd: String, CaseIterable {
    case saved = "saved, ours at the name"
    case overwritten = "saved, then overwritten by them"
    case conflictAtName = "conflict, theirs at the name"
    case conflictBeside = "conflict, theirs kept beside"
    case openForWriting = "refused: open for writing"
}

/// What must not come of a race.
enum RaceFault: String, CaseIterable {
    case lostTheirs = "their bytes lost"
    case lostOurs = "our bytes lost"
    case torn = "empty or torn file"
    case oursInConflict = "our text at the name after a conflict"
    case unnamedCopy = "a copy that the outcome does not name"
    case needlessCopy = "a copy of a text that needed none"
    case leftover = "hidden leftover"
    case wrongAnswer = "an answer that cannot be"
    case failed = "an error"
}

extension RaceScene {
    /// The end, or everything that is wrong with it.
    func verdict() -> (end: RaceEnd?, faults: [RaceFault]) {
        var faults: [RaceFault] = []
        let path = files[note]
        let copies = files.filter { $0.key != note }
        if copies.keys.contains(where: { $0.hasPrefix(".") }) { faults.append(.leftover) }
        let known = [base, ours, theirs]
        if files.values.contains(where: { !known.contains($0) }) || path == nil { faults.append(.torn) }
        if !files.values.contains(theirs) { faults.append(.lostTheirs) }
        if copies.values.contains(where: { $0 != theirs }) { faults.append(.needlessCopy) }
        switch answer {
        case .failed:
            faults.append(.failed)
            return (nil, faults)
        case .unchanged:
            faults.append(.wrongAnswer)
            return (nil, faults)
        case .saved:
            if path == ours { return (.saved, faults) }
            // Theirs at the name is their doing only if they can have come after us.
            if path != theirs || published < exchanging || move.writesToTheOldFile {
                faults.append(.lostOurs)
            }
            return (.overwritten, faults)
        case .conflict(let reason, let kept):
            if path == ours { faults.append(.oursInConflict) }
            let unnamed = copies.keys.contains { !kept.contains($0) && !$0.hasPrefix(".") }
            if unnamed { faults.append(.unnamedCopy) }
            if reason == .openForWriting { return (.openForWriting, faults) }
            if reason != .changed { faults.append(.wrongAnswer) }
            return (path == theirs ? .conflictAtName : .conflictBeside, faults)
        }
    }
}
