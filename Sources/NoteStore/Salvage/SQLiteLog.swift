// SPDX-License-Identifier: MIT
// What a write-ahead log of SQLite holds, read without SQLite.

internal import NoteFiles

/// The pages of a log that were committed.
///
/// See: <https://www.sqlite.org/fileformat2.html#walformat>.
struct SQLiteLog {
    static let headerSize = 32
    private static let frameSize = 24 + SQLitePages.pageSize

    /// Where in the log the last committed state of each page stands.
    private(set) var places: [Int: Int] = [:]
    /// How many pages the database has after the last commit.
    private(set) var pageCount = 0
    /// The number that the database carries which the first commit was written for; nil when that commit does
    /// not hold the first page.
    private(set) var applicationNumber: UInt32?

    /// Reads a log; nil when nothing in it was committed.
    ///
    /// - Parameter isWhole: False to read no further than the first commit.
    init?(of path: NotePath, isWhole: Bool = true) throws(StoreError) {
        guard let file = try RawFile.open(path), file.size >= Self.headerSize,
            let header = file.bytes(0, Self.headerSize)
        else { return nil }
        let (magic, salts) = (header.number(0), header[16..<24])
        guard magic & ~1 == 0x377F_0682, header.number(8) == UInt32(SQLitePages.pageSize) else { return nil }
        let isBig = magic & 1 == 1
        var sum = Checksum(isBigEndian: isBig)
        sum.add(header[0..<24])
        guard sum.first == header.number(24), sum.second == header.number(28) else { return nil }

        var pending: [Int: Int] = [:]
        var isFirst = true
        for start in stride(from: Self.headerSize, to: file.size - Self.frameSize + 1, by: Self.frameSize) {
            guard let frame = file.bytes(start, Self.frameSize), frame[8..<16] == salts else { break }
            sum.add(frame[0..<8])
            sum.add(frame[24...])
            guard sum.first == frame.number(16), sum.second == frame.number(20) else { break }
            let page = Int(frame.number(0))
            pending[page] = start + 24
            if page == 1, isFirst { applicationNumber = frame.number(24 + 68) }
            let count = Int(frame.number(4))
            guard count > 0 else { continue }
            pageCount = count
            places.merge(pending) { $1 }
            pending = [:]
            isFirst = false
            guard isWhole else { break }
        }
        if places.isEmpty { return nil }
    }

    private struct Checksum {
        let isBigEndian: Bool
        var first: UInt32 = 0
        var second: UInt32 = 0

        init(isBigEndian: Bool) { self.isBigEndian = isBigEndian }

        mutating func add(_ bytes: ArraySlice<UInt8>) {
            bytes.withUnsafeBytes { raw in
                for at in stride(from: 0, to: raw.count - 7, by: 8) {
                    first = first &+ word(raw, at) &+ second
                    second = second &+ word(raw, at + 4) &+ first
                }
            }
        }

        private func word(_ raw: UnsafeRawBufferPointer, _ at: Int) -> UInt32 {
            let word = raw.loadUnaligned(fromByteOffset: at, as: UInt32.self)
            return isBigEndian ? UInt32(bigEndian: word) : UInt32(littleEndian: word)
        }
    }
}

extension [UInt8] {
    /// The number of four bytes at a place, the first the highest.
    func number(_ at: Int) -> UInt32 { self[at..<at + 4].reduce(0) { $0 << 8 | UInt32($1) } }
    /// The number of two bytes.
    func short(_ at: Int) -> Int { Int(self[at]) << 8 | Int(self[at + 1]) }
}
