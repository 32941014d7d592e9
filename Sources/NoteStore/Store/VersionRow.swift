// SPDX-License-Identifier: MIT
// What the store knows of a version, its text apart.

internal import NoteFiles

/// A version as a row.
struct VersionRow: SealedRow, Equatable {
    static let table = "versions"
    static let columns = [
        "note", "path", "digest", "reason", "edited_seconds", "edited_nanoseconds", "captured_seconds",
        "captured_nanoseconds", "pinned",
    ]

    let id: Int64
    var note: Int64
    /// The path that the note had when the version was kept.
    let path: NotePath
    let digest: [UInt8]
    let reason: NoteVersion.Reason
    let edited: FileTime?
    let captured: FileTime
    var isPinned = false

    init(
        id: Int64, note: Int64, path: NotePath, digest: [UInt8], reason: NoteVersion.Reason,
        edited: FileTime?,
        captured: FileTime
    ) {
        self.id = id
        self.note = note
        self.path = path
        self.digest = digest
        self.reason = reason
        self.edited = edited
        self.captured = captured
    }

    init?(id: Int64, values: [DatabaseValue]) {
        guard let note = values[0].integer, let path = values[1].blob, !path.contains(0),
            let digest = values[2].blob, case .text(let word) = values[3],
            let reason = NoteVersion.Reason(word: word), let captured = FileTime(values[6], values[7]),
            let pinned = values[8].integer
        else { return nil }
        self.init(
            id: id, note: note, path: NotePath(bytes: path), digest: digest, reason: reason,
            edited: FileTime(values[4], values[5]), captured: captured)
        isPinned = pinned != 0
    }

    var values: [DatabaseValue] {
        [
            .integer(note), .blob(path.bytes), .blob(digest), .text(reason.description),
            .integer(edited?.seconds), .integer(edited.map { Int64($0.nanoseconds) }),
            .integer(captured.seconds), .integer(Int64(captured.nanoseconds)), .integer(isPinned ? 1 : 0),
        ]
    }
}
