// SPDX-License-Identifier: MIT
// A path that a note had before it was renamed.

internal import NoteFiles

/// A path of the past, and up to when the note had it.
struct FormerPathRow: SealedRow, Equatable {
    static let table = "former"
    static let columns = ["note", "path", "until_seconds", "until_nanoseconds"]

    let id: Int64
    var note: Int64
    let path: NotePath
    let until: FileTime

    init(id: Int64, note: Int64, path: NotePath, until: FileTime) {
        self.id = id
        self.note = note
        self.path = path
        self.until = until
    }

    init?(id: Int64, values: [DatabaseValue]) {
        guard let note = values[0].integer, let path = values[1].blob, !path.contains(0),
            let until = FileTime(values[2], values[3])
        else { return nil }
        self.init(id: id, note: note, path: NotePath(bytes: path), until: until)
    }

    var values: [DatabaseValue] {
        [
            .integer(note), .blob(path.bytes), .integer(until.seconds), .integer(Int64(until.nanoseconds)),
        ]
    }
}
