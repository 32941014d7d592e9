// SPDX-License-Identifier: MIT
// What the store knows of a conflict that nobody has resolved yet.

internal import NoteFiles

/// A conflict as a row. A side without a digest is a file that is not there.
struct ConflictRow: SealedRow, Equatable {
    static let table = "conflicts"
    static let columns = ["note", "path", "base", "mine", "theirs", "since_seconds", "since_nanoseconds"]

    let id: Int64
    var note: Int64
    /// The path that the note had when the conflict came up.
    let path: NotePath
    let base: [UInt8]?
    let mine: [UInt8]?
    let theirs: [UInt8]?
    let since: FileTime

    init(
        id: Int64, note: Int64, path: NotePath, base: [UInt8]?, mine: [UInt8]?, theirs: [UInt8]?,
        since: FileTime
    ) {
        self.id = id
        self.note = note
        self.path = path
        self.base = base
        self.mine = mine
        self.theirs = theirs
        self.since = since
    }

    init?(id: Int64, values: [DatabaseValue]) {
        guard let note = values[0].integer, let path = values[1].blob, !path.contains(0),
            let since = FileTime(values[5], values[6])
        else { return nil }
        self.init(
            id: id, note: note, path: NotePath(bytes: path), base: values[2].blob, mine: values[3].blob,
            theirs: values[4].blob, since: since)
    }

    var values: [DatabaseValue] {
        [.integer(note), .blob(path.bytes)] + [base, mine, theirs].map { $0.map { .blob($0) } ?? .null }
            + [.integer(since.seconds), .integer(Int64(since.nanoseconds))]
    }
}
