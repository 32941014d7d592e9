// SPDX-License-Identifier: MIT
// How it is noticed that a store holds less than was kept in it.

internal import Glibc
internal import NoteFiles

/// How far a database had come when a change of it was on the disk.
///
/// A log that lost its last commit looks like one that a power cut has torn, and one that is gone looks like none:
/// only a word beside it tells that more had been kept. It is written once the change is durable and not synced
/// itself, so after a power cut it may tell of less than there is, never of more.
struct ReachedCount: Equatable {
    /// The number of the database.
    let number: Int64
    /// How many rows were ever put in, deleted ones included.
    let count: Int64

    init(number: Int64, count: Int64) {
        self.number = number
        self.count = count
    }

    /// A line of a fixed length, which a checksum ends.
    var bytes: [UInt8] {
        let words = "\(Self.word(number)) \(Self.word(count)) "
        return Array("\(words)\(Self.word(Int64(CRC32C(of: Array(words.utf8)).value)))\n".utf8)
    }

    /// Reads the line; nil for anything else.
    init?(_ bytes: [UInt8]) {
        let words = String(decoding: bytes, as: UTF8.self).split(separator: " ")
        guard words.count == 3, let number = Int64(words[0]), let count = Int64(words[1]) else { return nil }
        self.init(number: number, count: count)
        guard self.bytes == bytes else { return nil }
    }

    private static func word(_ number: Int64) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, 19 - digits.count)) + digits
    }
}

/// The file in which that stands, open for writing.
final class ReachedFile {
    private let file: Int32

    /// Opens the file, and makes it where there is none.
    init(_ path: NotePath) throws(StoreError) {
        try PrivateFile.demandOrdinary(path)
        file = path.withCString {
            open($0, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
        }
        guard file >= 0 else { throw StoreError(path, call: "open", systemError: errno) }
    }

    deinit { close(file) }

    /// What stands there; nil where nothing does that makes sense.
    func count() -> ReachedCount? {
        let length = ReachedCount(number: 0, count: 0).bytes.count
        let bytes = [UInt8](unsafeUninitializedCapacity: length) { buffer, count in
            count = max(0, pread(file, buffer.baseAddress, length, 0))
        }
        return ReachedCount(bytes)
    }

    /// Writes down how far the database has come.
    func note(_ count: ReachedCount) {
        let bytes = count.bytes
        // Where it cannot be written, less is noticed; the change itself is kept.
        _ = pwrite(file, bytes, bytes.count, 0)
    }
}

extension Database {
    /// How far the database has come.
    mutating func reachedCount() throws(StoreError) -> ReachedCount {
        let number = try first("PRAGMA application_id") { $0.integer(0) } ?? 0
        let count = try first("SELECT sum(seq) FROM sqlite_sequence") { $0.integer(0) } ?? 0
        return ReachedCount(number: number, count: count)
    }
}
