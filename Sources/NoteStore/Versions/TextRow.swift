// SPDX-License-Identifier: MIT
// A text as it lies in the store, proved by its digest.

internal import NoteFiles

/// A text of the table `texts`. It names the note that it was first kept for, so that it is of use even where
/// the versions that name it are lost.
struct TextRow: Equatable {
    let digest: [UInt8]
    let size: Int
    let packing: Int64
    let path: NotePath
    let moment: FileTime
    let bytes: [UInt8]

    init(_ text: [UInt8], digest: [UInt8], of path: NotePath, at moment: FileTime) {
        let packed = PackedText(packing: text)
        self.digest = digest
        size = text.count
        packing = packed.isCompressed ? 1 : 0
        self.path = path
        self.moment = moment
        bytes = packed.bytes
    }

    /// Reads the columns; nil when they cannot be those of a text.
    init?(_ values: [DatabaseValue]) {
        guard values.count == 7, let digest = values[0].blob, digest.count == 32,
            let size = values[1].integer, size >= 0, let packing = values[2].integer, 0...1 ~= packing,
            let path = values[3].blob, !path.contains(0), let moment = FileTime(values[4], values[5]),
            let bytes = values[6].blob
        else { return nil }
        self.digest = digest
        self.size = Int(size)
        self.packing = packing
        self.path = NotePath(bytes: path)
        self.moment = moment
        self.bytes = bytes
    }

    var values: [DatabaseValue] {
        [
            .blob(digest), .integer(Int64(size)), .integer(packing), .blob(path.bytes),
            .integer(moment.seconds), .integer(Int64(moment.nanoseconds)), .blob(bytes),
        ]
    }

    /// The text; nil when what is stored is damaged.
    var text: [UInt8]? {
        PackedText(stored: bytes, isCompressed: packing == 1).text(ofSize: size, digest: digest)
    }
}

extension Database {
    private static let textColumns = "digest, size, packing, path, seconds, nanoseconds, bytes"

    /// Puts a text in, unless it is there.
    mutating func insertIfNew(_ row: @autoclosure () -> TextRow, _ digest: [UInt8]) throws(StoreError) {
        let isThere = try first("SELECT 1 FROM texts WHERE digest = ?", .blob(digest)) { _ in true }
        guard isThere == nil else { return }
        try run("INSERT INTO texts(\(Self.textColumns)) VALUES(?, ?, ?, ?, ?, ?, ?)", row().values)
    }

    /// The text with a digest; nil where there is none.
    ///
    /// - Throws: `StoreError` with code `.damaged` when it is not what was kept.
    mutating func text(_ digest: [UInt8]) throws(StoreError) -> [UInt8]? {
        let values = try first("SELECT \(Self.textColumns) FROM texts WHERE digest = ?", .blob(digest)) {
            row in
            (0...6).map { row.value($0) }
        }
        guard let values else { return nil }
        guard let text = TextRow(values)?.text else {
            throw StoreError(.damaged, path, "a text of it is not what was kept")
        }
        return text
    }
}
