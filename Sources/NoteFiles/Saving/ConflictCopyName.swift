// SPDX-License-Identifier: MIT
// What a version that had to make room is called.

/// The name of a conflict copy, in the form that sync tools and their users know from Syncthing.
enum ConflictCopyName {
    /// `NAME.sync-conflict-YYYYMMDD-HHMMSS-NOTEKIT.EXTENSION`, in UTC, at most 255 bytes.
    static func name(for note: NotePath, at seconds: Int64) -> NotePath {
        let bytes = note.bytes
        // A dot in front is part of the name, not the start of an extension.
        let dot = bytes.dropFirst().lastIndex(of: UInt8(ascii: ".")) ?? bytes.endIndex
        let mark = Array(".sync-conflict-\(UTCStamp.text(seconds))-NOTEKIT".utf8)
        let ending = bytes[dot...].prefix(64)
        var stem = bytes[..<dot].prefix(255 - mark.count - ending.count)
        // Not in the middle of a character.
        if stem.endIndex < dot {
            while let last = bytes[safe: stem.endIndex], last & 0xC0 == 0x80, !stem.isEmpty {
                stem.removeLast()
            }
        }
        return NotePath(bytes: stem + mark + ending)
    }
}

extension [UInt8] {
    fileprivate subscript(safe index: Int) -> UInt8? { indices.contains(index) ? self[index] : nil }
}
