// SPDX-License-Identifier: MIT
// What stands in a journal, record by record.

internal import NoteFiles
internal import NoteSyntax

/// One entry of a journal. A journal starts with a beginning and a base; the rest follows as it happens.
enum JournalRecord: Equatable {
    /// Whose journal it is.
    case beginning(JournalBeginning)
    /// The whole file that the edits start from.
    case base([UInt8])
    /// Edits that were made in one go: all of them are there or none.
    case edits([NoteEdit])
    /// The file holds the text as it was after so many edits of this journal.
    case saved(afterEdits: Int)
    /// The note is at another path now.
    case moved(NotePath)

    /// The first line of a journal.
    static let magic = Array("notekit journal 1\n".utf8)

    private enum Kind: UInt8 {
        case beginning = 0x6E
        case base = 0x62
        case edits = 0x65
        case saved = 0x73
        case moved = 0x6D
    }

    /// The record as it is written.
    var record: Record {
        var body: [UInt8] = []
        switch self {
        case .beginning(let beginning):
            beginning.append(to: &body)
            return Record(Kind.beginning.rawValue, body)
        case .base(let bytes): return Record(Kind.base.rawValue, bytes)
        case .edits(let edits):
            for edit in edits { edit.append(to: &body) }
            return Record(Kind.edits.rawValue, body)
        case .saved(let count):
            CompactNumber.append(count, to: &body)
            return Record(Kind.saved.rawValue, body)
        case .moved(let path): return Record(Kind.moved.rawValue, path.bytes)
        }
    }

    /// Reads a record back; nil for what this edition does not write.
    init?(_ record: Record) {
        var rest = record.body[...]
        switch Kind(rawValue: record.kind) {
        case .beginning:
            guard let beginning = JournalBeginning(from: &rest) else { return nil }
            self = .beginning(beginning)
        case .base:
            self = .base(record.body)
            return
        case .edits:
            var edits: [NoteEdit] = []
            while !rest.isEmpty {
                guard let edit = NoteEdit(from: &rest) else { return nil }
                edits.append(edit)
            }
            self = .edits(edits)
        case .saved:
            guard let count = CompactNumber.take(from: &rest) else { return nil }
            self = .saved(afterEdits: count)
        case .moved:
            guard !record.body.contains(0) else { return nil }
            self = .moved(NotePath(bytes: record.body))
            return
        case nil: return nil
        }
        guard rest.isEmpty else { return nil }
    }
}

/// The first record: which note, when, and which journal this is.
struct JournalBeginning: Equatable {
    var note: NotePath
    var began: FileTime
    /// A number that no other journal has.
    let number: UInt64
    /// How often it was restarted. Of two files of one journal the later one holds all.
    var generation: UInt64 = 0

    init(note: NotePath, began: FileTime, number: UInt64) {
        self.note = note
        self.began = began
        self.number = number
    }

    /// Six numbers of eight bytes, the highest first, of which the last two are not used, and the path.
    func append(to bytes: inout [UInt8]) {
        let numbers = [
            number, generation, UInt64(bitPattern: began.seconds), UInt64(began.nanoseconds), 0, 0,
        ]
        for number in numbers { withUnsafeBytes(of: number.bigEndian) { bytes.append(contentsOf: $0) } }
        bytes += note.bytes
    }

    init?(from rest: inout ArraySlice<UInt8>) {
        guard rest.count >= 48 else { return nil }
        let numbers = (0..<6).map { _ in
            defer { rest = rest.dropFirst(8) }
            return rest.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        }
        guard numbers[3] < 1_000_000_000, !rest.contains(0) else { return nil }
        number = numbers[0]
        generation = numbers[1]
        began = FileTime(seconds: Int64(bitPattern: numbers[2]), nanoseconds: UInt32(numbers[3]))
        note = NotePath(bytes: Array(rest))
        rest = []
    }
}

extension NoteEdit {
    /// Appends the edit: where, how much of the shown text, then the bytes out and the bytes in.
    fileprivate func append(to bytes: inout [UInt8]) {
        for number in [range.lowerBound, range.count, insertedCount, fileOffset, removed.count] {
            CompactNumber.append(number, to: &bytes)
        }
        bytes += removed
        CompactNumber.append(inserted.count, to: &bytes)
        bytes += inserted
    }

    fileprivate init?(from rest: inout ArraySlice<UInt8>) {
        var numbers: [Int] = []
        for _ in 0..<4 {
            // No note reaches so far, and sums of these cannot overflow.
            guard let number = CompactNumber.take(from: &rest), number < 1 << 48 else { return nil }
            numbers.append(number)
        }
        guard let removed = Self.takeBytes(from: &rest), let inserted = Self.takeBytes(from: &rest) else {
            return nil
        }
        self.init(
            range: numbers[0]..<numbers[0] + numbers[1], insertedCount: numbers[2], fileOffset: numbers[3],
            removed: removed, inserted: inserted)
    }

    private static func takeBytes(from rest: inout ArraySlice<UInt8>) -> [UInt8]? {
        guard let count = CompactNumber.take(from: &rest), count <= rest.count else { return nil }
        defer { rest = rest.dropFirst(count) }
        return Array(rest.prefix(count))
    }
}
