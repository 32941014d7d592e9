// SPDX-License-Identifier: MIT
// What is unsaved of a note, for whoever only looks.

internal import NoteFiles

extension JournalFolder {
    /// The unsaved edits of a note in some journal, whether its process lives or not; of several, the last.
    ///
    /// Nothing is locked: whoever opens the note at this moment finds what a dead process left of it.
    ///
    /// - Parameters:
    ///   - note: The real path of the note from the root.
    ///   - bytes: What its file holds; nil where there is none.
    /// - Throws: `FileError` when the journals cannot be read. A folder that is not there holds nothing.
    func unsavedEdits(of note: NotePath, holding bytes: [UInt8]?) throws(FileError) -> RecoveredEdits? {
        let start = Self.nameStart(of: note)
        var last: JournalReplay?
        for name in try names(startingWith: start) {
            guard let records = try disk.records(at: path.appending(name)),
                let replay = JournalReplay(records, lookingFor: bytes ?? []), replay.mine != replay.base,
                last.map({ $0.beginning.began < replay.beginning.began }) ?? true
            else { continue }
            last = replay
        }
        return last.map { RecoveredEdits(base: $0.hasFoundIt ? bytes ?? [] : $0.base, mine: $0.mine) }
    }

    private func names(startingWith start: [UInt8]) throws(FileError) -> [NotePath] {
        do throws(FileError) {
            return try disk.names(in: path) { $0.bytes.starts(with: start) && Self.isJournal($0) }
        } catch {
            if error.code == .missing { return [] }
            throw error
        }
    }
}
