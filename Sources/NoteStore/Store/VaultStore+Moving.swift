// SPDX-License-Identifier: MIT
// How histories and pins follow notes and folders that were moved, many at once.

public import NoteFiles

extension VaultStore {
    /// A note or a folder that was moved inside the vault.
    public struct Move: Hashable, Sendable {
        /// Its path in the vault before.
        public let old: NotePath
        /// Its path in the vault now.
        public let new: NotePath

        /// Makes a move.
        public init(from old: NotePath, to new: NotePath) {
            self.old = old
            self.new = new
        }
    }

    /// Follows moves that were made, in their order, in one transaction.
    ///
    /// What is known of the path itself follows, as with `rename(_:to:)`; what is known of paths below it
    /// follows where a file is at the new path, so that the history of a note that was deleted there before
    /// keeps its path. To tell a move twice does no harm.
    ///
    /// - Throws: `StoreError`; all histories are as before then.
    public func follow(_ moves: [Move]) throws(StoreError) {
        let moves = moves.filter { $0.old != $0.new }
        guard !moves.isEmpty else { return }
        let now = calls.wallClock()
        try change { database throws(StoreError) in
            for move in moves {
                if var note = try database.note(at: move.old) {
                    try database.rename(&note, to: move.new, at: now)
                }
                let below = move.old.bytes + [UInt8(ascii: "/")]
                // The byte behind the slash: what comes before it and not before `below` begins with that.
                let end = move.old.bytes + [UInt8(ascii: "0")]
                let notes = try database.sealed(
                    NoteRow.self, where: "path >= ? AND path < ?", .blob(below), .blob(end))
                for var note in notes {
                    let rest = NotePath(bytes: Array(note.path.bytes.dropFirst(below.count)))
                    let path = move.new.appending(rest)
                    if facts(path) != nil { try database.rename(&note, to: path, at: now) }
                }
            }
        }
    }
}
