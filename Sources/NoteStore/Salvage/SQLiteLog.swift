// SPDX-License-Identifier: MIT
// What a write-ahead log of SQLite holds, read without SQLite, and whether commits in it are cut off.

internal import NoteFiles

/// The frames of a log: what SQLite takes over from it, and what lies behind the place where it would stop.
///
/// SQLite replays a log up to the first frame that is not what was written, and says nothing of those behind it.
/// After a power cut that is right: a commit is synced before the next one begins, so only the last one can be
/// torn, and nobody was told that it is kept. It is wrong where a bit has flipped.
///
/// See: <https://www.sqlite.org/fileformat2.html#walformat>.
struct SQLiteLog {
    /// One page as a transaction wrote it.
    struct Frame {
        /// The number of the page.
        let page: Int
        /// Where in the file its bytes begin.
        let place: Int
        /// Whether a transaction ends with it.
        let isCommit: Bool
        /// Whether it is what was written, right behind the frame before it.
        let isSound: Bool
        /// Whether nothing lies between it and the frame before it.
        fileprivate let follows: Bool
    }

    static let headerSize = 32
    private static let frameSize = 24 + SQLitePages.pageSize

    /// Whether the header is what was written; SQLite takes over nothing where it is not.
    let isHeaderSound: Bool
    /// All frames of the last use of the log up to the last commit, damaged ones included. What an earlier use of
    /// the file has left behind them is none of it.
    private(set) var frames: [Frame] = []
    /// How many of them SQLite takes over.
    private(set) var replayed = 0
    /// The number that the database carries which the log was written for; nil where it does not hold the first
    /// page.
    private(set) var applicationNumber: UInt32?
    /// The salt of frames of this use.
    private var salts: ArraySlice<UInt8> = []

    /// Reads a log; nil when it holds no frame of a commit.
    init?(of path: NotePath) throws(StoreError) {
        guard let file = try RawFile.open(path), let header = file.bytes(0, Self.headerSize) else {
            return nil
        }
        let magic = header.number(0)
        var sum = Checksum(isBigEndian: magic & 1 == 1)
        sum.add(header[0..<24])
        isHeaderSound =
            magic & ~1 == 0x377F_0682 && header.number(8) == UInt32(SQLitePages.pageSize)
            && sum == Checksum(header, at: 24)
        // Where the header is lost, the frames tell how they were made: on this machine.
        if !isHeaderSound { sum = Checksum(isBigEndian: UInt16(1).bigEndian == 1) }
        sum = Checksum(header, at: 24, isBigEndian: sum.isBigEndian)
        salts = header[16..<24]
        guard isHeaderSound || findSalts(file, sum.isBigEndian) else { return nil }
        read(file, after: sum)
        if frames.isEmpty { return nil }
    }

    /// Takes the salt of the first frame that another one follows as it was written.
    private mutating func findSalts(_ file: RawFile, _ isBigEndian: Bool) -> Bool {
        var before: [UInt8]?
        for start in Self.places(in: file) {
            let frame = file.bytes(start, Self.frameSize)
            if let before, let frame, before[8..<16] == frame[8..<16],
                Self.isSound(frame, after: Checksum(before, at: 16, isBigEndian: isBigEndian))
            {
                salts = frame[8..<16]
                return true
            }
            before = frame
        }
        return false
    }

    private mutating func read(_ file: RawFile, after header: Checksum) {
        var (before, isReplayed) = (Optional(header), isHeaderSound)
        var (all, lastCommit): ([Frame], Int) = ([], 0)
        var number: UInt32?
        for start in Self.places(in: file) {
            guard let frame = file.bytes(start, Self.frameSize), frame[8..<16].elementsEqual(salts) else {
                (before, isReplayed) = (nil, false)
                continue
            }
            let page = Int(frame.number(0))
            let isSound = page > 0 && before.map { Self.isSound(frame, after: $0) } ?? false
            let isCommit = frame.number(4) > 0
            all.append(
                Frame(
                    page: page, place: start + 24, isCommit: isCommit, isSound: isSound,
                    follows: before != nil))
            before = Checksum(frame, at: 16, isBigEndian: header.isBigEndian)
            isReplayed = isReplayed && isSound
            if page == 1, isSound { number = frame.number(24 + 68) }
            guard isCommit else { continue }
            lastCommit = all.count
            applicationNumber = number ?? applicationNumber
            if isReplayed { replayed = all.count }
        }
        frames = Array(all.prefix(lastCommit))
        isCutOff = Self.holdsCommit(all[replayed...])
    }

    /// Whether SQLite takes over less than lies there.
    var isDamaged: Bool { replayed < frames.count }
    /// Whether a commit is not taken over that another one has followed, so that it was kept for certain.
    private(set) var isCutOff = false

    /// Whether one of some frames ends a transaction and another one was written right behind it. What is left of
    /// a transaction that was taken back may lie there too, but does not follow what was written over its start.
    private static func holdsCommit(_ frames: ArraySlice<Frame>) -> Bool {
        zip(frames, frames.dropFirst()).contains { $0.isCommit && $1.isSound && $1.follows }
    }

    private static func places(in file: RawFile) -> StrideTo<Int> {
        stride(from: headerSize, to: file.size - frameSize + 1, by: frameSize)
    }

    private static func isSound(_ frame: [UInt8], after before: Checksum) -> Bool {
        var sum = before
        sum.add(frame[0..<8])
        sum.add(frame[24...])
        return sum == Checksum(frame, at: 16, isBigEndian: before.isBigEndian)
    }

    // MARK: Pages

    /// Where the state of each page lies that SQLite takes over.
    var replayedPlaces: [Int: Int] { places { $0 < replayed && $1.isSound } }
    /// Where the last sound state of each page lies, behind damage too.
    var soundPlaces: [Int: Int] { places { $1.isSound } }
    /// Where the last state of each page lies, sound or not: a row may be whole where its page is not.
    var lastPlaces: [Int: Int] { places { $1.page > 0 } }

    private func places(_ isWanted: (Int, Frame) -> Bool) -> [Int: Int] {
        var places: [Int: Int] = [:]
        for (index, frame) in frames.enumerated() where isWanted(index, frame) {
            places[frame.page] = frame.place
        }
        return places
    }

    private struct Checksum: Equatable {
        var isBigEndian = false
        var first: UInt32 = 0
        var second: UInt32 = 0

        init(isBigEndian: Bool) { self.isBigEndian = isBigEndian }

        /// The one that was written down, the high byte first.
        init(_ bytes: [UInt8], at place: Int, isBigEndian: Bool = false) {
            self.isBigEndian = isBigEndian
            first = bytes.number(place)
            second = bytes.number(place + 4)
        }

        static func == (one: Checksum, other: Checksum) -> Bool {
            one.first == other.first && one.second == other.second
        }

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
