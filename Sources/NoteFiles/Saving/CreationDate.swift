// SPDX-License-Identifier: MIT
// How a note's creation date survives a save that gives it a new inode.

internal import Glibc

/// The creation date of a note, carried in an extended attribute.
///
/// Linux has no call to set a file's birth time, and a file that replaces another is born anew. So
/// the first save writes the old birth time into `user.notekit.created` of the new file, as seconds
/// since 1970 with nine decimals; later saves carry the attribute on like any other.
package enum CreationDate {
    /// The attribute's name.
    package static let attribute = "user.notekit.created"

    /// Reads the recorded date; nil when there is none or it does not parse.
    static func read(from file: borrowing OpenFile, calls: any FileCalls) -> FileTime? {
        var buffer = [UInt8](repeating: 0, count: 64)
        let count = buffer.withUnsafeMutableBytes { calls.fgetxattr(file.number, attribute, $0) }
        guard count > 0 else { return nil }
        return parse(buffer.prefix(count))
    }

    /// The attribute's value for a date.
    static func value(for date: FileTime) -> [UInt8] {
        let decimals = String(date.nanoseconds)
        let zeros = String(repeating: "0", count: max(0, 9 - decimals.utf8.count))
        return Array("\(date.seconds).\(zeros)\(decimals)".utf8)
    }

    static func parse(_ value: some Collection<UInt8>) -> FileTime? {
        let parts = String(decoding: value, as: UTF8.self).split(separator: ".")
        guard parts.count == 2, parts[1].utf8.count == 9, let seconds = Int64(parts[0]),
            let nanoseconds = UInt32(parts[1])
        else { return nil }
        return FileTime(seconds: seconds, nanoseconds: nanoseconds)
    }
}
