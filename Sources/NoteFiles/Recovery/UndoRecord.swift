// SPDX-License-Identifier: MIT
// The durable copy behind which a note is rewritten in place.

internal import CNoteLinux
internal import Glibc

/// What must be known to take back a rewriting in place that a crash cut short.
struct UndoRecord: Equatable, Sendable {
    /// The path of the note from the root.
    let path: NotePath
    /// Which file it was.
    let identity: FileFacts.Identity
    /// The bytes before.
    let old: [UInt8]
    /// The bytes that were being written.
    let new: [UInt8]

    private static let magic = Array("notekit undo 1\n\n".utf8)

    init(path: NotePath, identity: FileFacts.Identity, old: [UInt8], new: [UInt8]) {
        self.path = path
        self.identity = identity
        self.old = old
        self.new = new
    }

    /// Reads a record back; nil when it is torn or none. A torn record means that nothing was rewritten.
    init?(_ bytes: [UInt8]) {
        let digest = 32
        guard bytes.starts(with: Self.magic), bytes.count >= Self.magic.count + 5 * 8 + digest else {
            return nil
        }
        guard SHA256Digest(of: Array(bytes.dropLast(digest))).bytes == Array(bytes.suffix(digest)) else {
            return nil
        }
        var at = Self.magic.count
        let numbers = (0..<5).map { _ in
            defer { at += 8 }
            return bytes[at..<at + 8].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        }
        let counts = numbers[2...].map { Int(truncatingIfNeeded: $0) }
        guard counts.allSatisfy({ $0 >= 0 && $0 <= bytes.count }),
            at + counts.reduce(0, +) + digest == bytes.count
        else { return nil }
        let parts = counts.map { count in
            defer { at += count }
            return Array(bytes[at..<at + count])
        }
        guard !parts[0].contains(0) else { return nil }
        self.init(
            path: NotePath(bytes: parts[0]),
            identity: FileFacts.Identity(device: numbers[0], inode: numbers[1]), old: parts[1], new: parts[2])
    }

    /// The record as it lies on the disk: magic, five numbers, path, old, new, digest of all before.
    var bytes: [UInt8] {
        var bytes = Self.magic
        let numbers = [
            identity.device, identity.inode, UInt64(path.bytes.count), UInt64(old.count), UInt64(new.count),
        ]
        for number in numbers { withUnsafeBytes(of: number.bigEndian) { bytes.append(contentsOf: $0) } }
        bytes += path.bytes + old + new
        return bytes + SHA256Digest(of: bytes).bytes
    }

    /// Writes the record to the state folder and makes it durable, file and name.
    func store(_ disk: NoteDisk) throws(FileError) -> StoredUndoRecord {
        let folder = disk.stateFolder.appending(NotePath("undo"))
        while true {
            let name = NotePath("\(Hexadecimal.text(of: disk.calls.uniqueNumber())).undo")
            let kept = try disk.keepFile(bytes, named: name, in: folder)
            // Before it was locked, `recover` in another process may have taken it for a torn one.
            let links = try disk.facts(of: kept.file, kept.location.path, .keep).links
            if kept.isLocked, links > 0 { return StoredUndoRecord(kept: kept) }
            _ = disk.removeName(kept.location.name, kept.location)
        }
    }

    /// Whether `content` can be what a crash left of this rewriting or of taking it back: every byte
    /// old, new or zero.
    ///
    /// Zero is what the disk shows where the file had grown, and behind the end to which it was cut; or
    /// anywhere, when another program had written the old bytes and they had not reached the disk.
    /// Either way nothing of anybody else's is in it.
    func couldLeave(_ content: [UInt8]) -> Bool {
        guard content.count <= max(old.count, new.count) else { return false }
        return content.indices.allSatisfy { index in
            let byte = content[index]
            return byte == 0 || index < old.count && byte == old[index]
                || index < new.count && byte == new[index]
        }
    }
}

/// An undo record on the disk, locked as long as its save is running.
struct StoredUndoRecord: ~Copyable {
    private let kept: NoteDisk.KeptFile

    init(kept: consuming NoteDisk.KeptFile) { self.kept = kept }

    /// Takes the record away, once it is of no use, and makes that durable: a record that came back
    /// after a crash could meet a note that somebody else has written since. One that stays all the
    /// same is found to be done by `recover`.
    func remove(_ disk: NoteDisk) {
        _ = disk.removeName(kept.location.name, kept.location)
        _ = disk.makeNamesDurable(kept.location, through: kept.file)
    }
}
