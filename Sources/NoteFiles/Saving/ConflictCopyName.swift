// SPDX-License-Identifier: MIT
// What a version that had to make room is called.

internal import Glibc

/// The name of a conflict copy, in the form that sync tools and their users know from Syncthing.
enum ConflictCopyName {
    /// `NAME.sync-conflict-YYYYMMDD-HHMMSS-NOTEKIT.EXTENSION`, in UTC, at most 255 bytes.
    static func name(for note: NotePath, at seconds: Int64) -> NotePath {
        let bytes = note.bytes
        // A dot in front is part of the name, not the start of an extension.
        let dot = bytes.dropFirst().lastIndex(of: UInt8(ascii: ".")) ?? bytes.endIndex
        let mark = Array(".sync-conflict-\(stamp(seconds))-NOTEKIT".utf8)
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

    private static func stamp(_ seconds: Int64) -> String {
        var moment = time_t(seconds)
        var parts = tm()
        gmtime_r(&moment, &parts)
        let date = [parts.tm_year + 1900, parts.tm_mon + 1, parts.tm_mday].map(twoDigits).joined()
        let time = [parts.tm_hour, parts.tm_min, parts.tm_sec].map(twoDigits).joined()
        return "\(date)-\(time)"
    }

    private static func twoDigits(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
}

extension [UInt8] {
    fileprivate subscript(safe index: Int) -> UInt8? { indices.contains(index) ? self[index] : nil }
}
