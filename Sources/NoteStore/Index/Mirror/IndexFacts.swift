// SPDX-License-Identifier: MIT
// What the index remembers of a note's file, so that a look at the file tells whether it must be read again.

internal import NoteFiles

/// The facts of a file when it was read, and what the reading found.
struct IndexFacts: Hashable, Sendable {
    /// What a file turned out to be.
    enum State: UInt8, Sendable {
        /// UTF-8.
        case text = 0
        /// Not UTF-8: known, and left out of what is found.
        case unreadable = 1
        /// It could not be read, so nobody knows. Never written down.
        case unseen = 2
    }

    var inode: UInt64 = 0
    var size = 0
    var modified = FileTime(seconds: 0, nanoseconds: 0)
    var changed = FileTime(seconds: 0, nanoseconds: 0)
    var born: FileTime?
    /// When the note was made, as an earlier save recorded it, else when the file was born.
    var created: FileTime?
    /// The CRC-32C of the bytes.
    var checksum: UInt32 = 0
    var state = State.unseen
    /// Whether unmoved facts prove an unmoved file: it was at rest for two seconds when it was looked at. The
    /// clocks of file systems tick slowly, some in steps of two seconds, and within a tick a file can change
    /// without a trace.
    var isSettled = false

    /// - Parameter look: When the look began that found these facts.
    init(_ facts: FileFacts, at look: FileTime) {
        inode = facts.identity.inode
        size = facts.size
        modified = facts.modified
        changed = facts.changed
        born = facts.born
        created = facts.born
        let latest = FileTime(seconds: look.seconds - 2, nanoseconds: look.nanoseconds)
        // A time to come was set by somebody, and says nothing of when that was; the change time does.
        isSettled = changed < latest && (modified < latest || modified > look)
    }

    /// Whether this look at a file proves that it is as it was at the other.
    func proves(_ other: IndexFacts) -> Bool {
        other.isSettled && looksLike(other) && changed == other.changed
    }

    /// Whether a file that was renamed is as it was: a rename moves the change time and nothing else.
    func provesMove(of other: IndexFacts) -> Bool {
        other.isSettled && born != nil && looksLike(other) && other.state != .unseen
    }

    private func looksLike(_ other: IndexFacts) -> Bool {
        inode == other.inode && size == other.size && modified == other.modified && born == other.born
    }

    /// Takes over what a reading found, for a file that was not read again.
    func takingOver(_ other: IndexFacts) -> IndexFacts {
        var facts = self
        facts.created = other.created
        facts.checksum = other.checksum
        facts.state = other.state
        return facts
    }

    // MARK: As bytes

    /// As bytes in one column.
    var packed: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Self.packedCount)
        func add(_ number: some FixedWidthInteger) {
            withUnsafeBytes(of: number.littleEndian) { bytes += $0 }
        }
        add(inode)
        add(Int64(size))
        for time in [modified, changed, born, created] {
            add(time?.seconds ?? 0)
            add(time?.nanoseconds ?? Self.never)
        }
        add(checksum)
        add(state.rawValue)
        add(UInt8(isSettled ? 1 : 0))
        return bytes
    }

    /// Reads them back; nil for anything else.
    init?(packed bytes: [UInt8]) {
        guard bytes.count == Self.packedCount else { return nil }
        self.init(FileFacts(), at: FileTime(seconds: 0, nanoseconds: 0))
        let state = bytes.withUnsafeBytes { raw -> State? in
            func number<Number: FixedWidthInteger>(_ at: Int, _ type: Number.Type) -> Number {
                Number(littleEndian: raw.loadUnaligned(fromByteOffset: at, as: type))
            }
            func time(_ at: Int) -> FileTime? {
                let nanoseconds = number(at + 8, UInt32.self)
                guard nanoseconds != Self.never else { return nil }
                return FileTime(seconds: number(at, Int64.self), nanoseconds: nanoseconds)
            }
            inode = number(0, UInt64.self)
            size = Int(number(8, Int64.self))
            modified = time(16) ?? modified
            changed = time(28) ?? changed
            born = time(40)
            created = time(52)
            checksum = number(64, UInt32.self)
            isSettled = raw[69] != 0
            return State(rawValue: raw[68])
        }
        guard let state else { return nil }
        self.state = state
    }

    private static let packedCount = 70
    private static let never: UInt32 = .max
}
