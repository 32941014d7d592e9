// SPDX-License-Identifier: MIT
// What the store knows of a note itself.

internal import NoteFiles

/// A note that has versions, a pin or a conflict; it need not be there any more.
struct NoteRow: SealedRow, Equatable {
    static let table = "notes"
    static let columns = ["path", "inode", "born_seconds", "born_nanoseconds", "latest", "pinned"]

    let id: Int64
    /// Its path in the vault.
    var path: NotePath
    /// The file that was there when it was last looked at.
    var identity: VaultIdentity?
    /// The digest of the text that a save was about to put into it.
    var latest: [UInt8]?
    var isPinned = false

    init(id: Int64, path: NotePath) {
        self.id = id
        self.path = path
    }

    init?(id: Int64, values: [DatabaseValue]) {
        guard let path = values[0].blob, !path.contains(0), let pinned = values[5].integer else { return nil }
        self.init(id: id, path: NotePath(bytes: path))
        identity = values[1].integer.map {
            VaultIdentity(inode: UInt64(bitPattern: $0), born: FileTime(values[2], values[3]))
        }
        latest = values[4].blob
        isPinned = pinned != 0
    }

    var values: [DatabaseValue] {
        [
            .blob(path.bytes), identity.map { .integer(Int64(bitPattern: $0.inode)) } ?? .null,
            .integer(identity?.born?.seconds), .integer(identity?.born.map { Int64($0.nanoseconds) }),
            latest.map { .blob($0) } ?? .null, .integer(isPinned ? 1 : 0),
        ]
    }
}

extension DatabaseValue {
    /// An integer, or nothing.
    static func integer(_ number: Int64?) -> DatabaseValue { number.map { .integer($0) } ?? .null }
}

extension FileTime {
    /// A moment from two columns; nil where they hold none.
    init?(_ seconds: DatabaseValue, _ nanoseconds: DatabaseValue) {
        guard let seconds = seconds.integer, let nanoseconds = nanoseconds.integer else { return nil }
        self.init(seconds: seconds, nanoseconds: UInt32(clamping: nanoseconds))
    }
}
