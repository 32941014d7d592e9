// SPDX-License-Identifier: MIT
// The fields of one record, one behind the other.

internal import NoteFiles

/// Writes and reads the fields of a record. What is read back is checked, never believed.
struct RecordFields {
    private(set) var bytes: [UInt8]
    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8] = []) {
        self.bytes = bytes
        rest = bytes[...]
    }

    /// Whether all has been read.
    var isEmpty: Bool { rest.isEmpty }

    mutating func append(_ count: Int) { CompactNumber.append(count, to: &bytes) }

    mutating func append(_ number: UInt64) {
        withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
    }

    mutating func append(_ data: [UInt8]) {
        append(data.count)
        bytes += data
    }

    mutating func append(_ text: String) { append(Array(text.utf8)) }

    mutating func append(_ mark: FileMark?) {
        append(mark == nil ? 0 : mark?.born == nil ? 1 : 2)
        guard let mark else { return }
        append(mark.inode)
        append(UInt64(mark.mode))
        guard let born = mark.born else { return }
        append(UInt64(bitPattern: born.seconds))
        append(UInt64(born.nanoseconds))
    }

    mutating func count() -> Int? { CompactNumber.take(from: &rest) }

    mutating func number() -> UInt64? {
        guard rest.count >= 8 else { return nil }
        let number = rest.prefix(8).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        rest = rest.dropFirst(8)
        return number
    }

    mutating func data() -> [UInt8]? {
        guard let count = count(), count <= rest.count else { return nil }
        defer { rest = rest.dropFirst(count) }
        return Array(rest.prefix(count))
    }

    mutating func text() -> String? { data().flatMap { String(validating: $0, as: UTF8.self) } }

    mutating func path() -> NotePath? {
        guard let bytes = data(), !bytes.contains(0) else { return nil }
        return NotePath(bytes: bytes)
    }

    /// The outer optional is nil when there is no whole mark, the inner one when none was written.
    mutating func mark() -> FileMark?? {
        guard let sort = count(), sort <= 2 else { return nil }
        guard sort > 0 else { return .some(nil) }
        guard let inode = number(), let mode = number() else { return nil }
        guard sort == 2 else {
            return FileMark(inode: inode, born: nil, mode: UInt32(truncatingIfNeeded: mode))
        }
        guard let seconds = number(), let nanoseconds = number() else { return nil }
        let born = FileTime(
            seconds: Int64(bitPattern: seconds), nanoseconds: UInt32(truncatingIfNeeded: nanoseconds))
        return FileMark(inode: inode, born: born, mode: UInt32(truncatingIfNeeded: mode))
    }
}
