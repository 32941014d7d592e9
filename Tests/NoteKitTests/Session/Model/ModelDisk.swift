// SPDX-License-Identifier: MIT
// A disk as a session meets it: files that others write too, a version keeper, and failures.

@testable import NoteFiles
@testable import NoteKit

/// What a program before or behind a session would find.
struct ModelDisk {
    var files: [NotePath: [UInt8]] = [:]
    /// What the version keeper was given.
    var kept: Set<[UInt8]> = []
    /// What was put beside the note.
    var beside: Set<[UInt8]> = []
    /// Whether it fails now and then.
    var isFailing = false
    /// Each time our writing put something in the place of a file: what was there before.
    private(set) var overwritten: [UInt8]?
    private(set) var hasCreated = false

    /// Whether a text is safe although it is in no note.
    func holdsAside(_ bytes: [UInt8]) -> Bool { kept.contains(bytes) || beside.contains(bytes) }

    mutating func forgetWhatWasWritten() { (overwritten, hasCreated) = (nil, false) }

    func error(_ operation: FileError.Operation, _ path: NotePath) -> FileError {
        FileError(operation, path, call: "test", code: .inputOutput)
    }

    /// Carries out an order and answers the event that it leads to.
    mutating func carryOut(_ order: ModelOrder, _ random: inout SeededGenerator) -> SessionEvent {
        let fails = isFailing && random.oneIn(2)
        switch order {
        case .read(let path):
            if fails { return .notRead(error(random.oneIn(2) ? .read : .find, path)) }
            return .found(files[path].map { FoundNote($0) } ?? .absent)
        case .write(let path, let bytes, let base): return write(bytes, over: base, at: path, fails, &random)
        case .putAside(let path, let order):
            for (bytes, isBeside) in [(order.mine, false), (order.theirs, false), (order.beside, true)] {
                guard let bytes else { continue }
                if fails, random.oneIn(2) { return .notPutAside(error(.keep, path)) }
                if isBeside { beside.insert(bytes) } else { kept.insert(bytes) }
            }
            return fails ? .notPutAside(error(.keep, path)) : .putAside
        }
    }

    private mutating func write(
        _ bytes: [UInt8], over base: FoundNote, at path: NotePath, _ fails: Bool,
        _ random: inout SeededGenerator
    ) -> SessionEvent {
        if fails {
            switch random.below(6) {
            case 0: return .written(.conflict(SaveConflict(reason: .openForWriting, kept: [])))
            case 1: return .written(.conflict(SaveConflict(reason: .changed, kept: [])))
            case 2: return .notWritten(error(.settle, path))
            case 3:
                // It took its place, and the disk refused to confirm it.
                if files[path] == base.bytes { put(bytes, at: path) }
                return .notWritten(error(.settle, path))
            default: return .notWritten(error([.save, .find, .read, .create][random.below(4)], path))
            }
        }
        let found = files[path]
        if found == bytes { return .written(.unchanged) }
        guard found == base.bytes else {
            let reason: SaveConflict.Reason =
                found == nil ? .missing : base == .absent ? .exists : .changed
            return .written(.conflict(SaveConflict(reason: reason, kept: [])))
        }
        put(bytes, at: path)
        return .written(
            .saved(SaveReceipt(proof: .proven, method: .exchanged, durable: true, lost: [])))
    }

    private mutating func put(_ bytes: [UInt8], at path: NotePath) {
        overwritten = files[path]
        hasCreated = files[path] == nil
        files[path] = bytes
    }
}

/// Work that the machine ordered, with the path of that moment.
enum ModelOrder {
    case read(NotePath)
    case write(NotePath, [UInt8], base: FoundNote)
    case putAside(NotePath, PutAside)

    init?(_ effect: SessionEffect, at path: NotePath) {
        switch effect {
        case .read: self = .read(path)
        case .write(let text, let base): self = .write(path, text.bytes, base: base)
        case .putAside(let order): self = .putAside(path, order)
        case .journal, .tell, .putEnded, .choiceEnded, .end: return nil
        }
    }
}
