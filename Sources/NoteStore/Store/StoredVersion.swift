// SPDX-License-Identifier: MIT
// A version as the history shows it.

public import NoteFiles

/// A text that a note once held, or might have held.
public struct StoredVersion: Hashable, Sendable {
    /// What names the version among those of its vault: its number and the first digits of its digest, or for
    /// one that is kept as a plain file the name of the file.
    public let id: String
    /// The title that the note had.
    public let title: String
    /// When the text was last edited, where that is known.
    public let edited: FileTime?
    /// When it was put aside.
    public let captured: FileTime
    /// Why it is kept.
    public let reason: NoteVersion.Reason
    /// Whether it never expires.
    public let isPinned: Bool
    let source: Source

    enum Source: Hashable, Sendable {
        case row(Int64, digest: [UInt8])
        case file(NotePath)
    }

    init(_ row: VersionRow) {
        let digits = row.digest.prefix(4).map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }
        id = "\(row.id)-\(digits.joined())"
        title = Self.title(of: row.path)
        edited = row.edited
        captured = row.captured
        reason = row.reason
        isPinned = row.isPinned
        source = .row(row.id, digest: row.digest)
    }

    init(_ file: KeptVersion, of note: NotePath) {
        id = String(file.file.name.description.dropLast(3))
        title = Self.title(of: note)
        edited = nil
        captured = file.moment
        reason = file.reason
        isPinned = false
        source = .file(file.file)
    }

    /// Newest first by capture, then by title, then by number.
    static func isNewer(_ one: StoredVersion, than other: StoredVersion) -> Bool {
        if one.captured != other.captured { return one.captured > other.captured }
        if one.title != other.title {
            return one.title.utf8.lexicographicallyPrecedes(other.title.utf8)
        }
        guard case .row(let number, _) = one.source, case .row(let second, _) = other.source else {
            return one.id < other.id
        }
        return number > second
    }

    /// The name of a note without its ending.
    static func title(of path: NotePath) -> String {
        let name = path.name.bytes
        let isNote = name.count > 3 && name.suffix(3).map { $0 | 0x20 } == Array(".md".utf8).map { $0 | 0x20 }
        return NotePath(bytes: isNote ? Array(name.dropLast(3)) : name).description
    }
}
