// SPDX-License-Identifier: MIT
// What a journal says that its process left behind, as far as it can be believed.

package import NoteFiles
internal import NoteSyntax

/// A journal that a dead process left. As long as this value lives no other process finds it.
package struct OrphanedJournal: Sendable {
    /// Where the note was.
    package let note: NotePath
    /// When the journal was begun or restarted.
    package let began: FileTime
    /// The whole file as it was known last: at the last save, else at the beginning.
    package let base: [UInt8]
    /// The whole file as it would be with every edit that was found.
    package let mine: [UInt8]
    /// How many edits were found.
    package let editCount: Int
    /// Whether something behind them could not be read: edits may be missing, and were not guessed.
    package let wasCut: Bool
    /// Which journal this is, and how often that was restarted.
    let number: UInt64
    let generation: UInt64
    private let records: OrphanedRecords

    /// Nil when not even the base is whole.
    ///
    /// - Parameter note: Where the note is by the journal's name, which follows it before its records do.
    init?(_ records: OrphanedRecords, at note: NotePath?) {
        guard let replay = JournalReplay(records.bytes) else { return nil }
        self.note = note ?? replay.note
        began = replay.beginning.began
        number = replay.beginning.number
        generation = replay.beginning.generation
        base = replay.base
        mine = replay.mine
        editCount = replay.editCount
        wasCut = replay.wasCut
        self.records = records
    }

    /// Where the journal is.
    package var file: NotePath { records.path }

    /// Whether there is anything to offer.
    package var hasUnsavedEdits: Bool { mine != base }

    /// The whole file that the unsaved edits start from, given what the file holds now.
    ///
    /// A process that is killed between its save and the note of it in the journal leaves a file that is
    /// further than `base`: it holds the text after some of the edits, and the others start from that.
    ///
    /// - Returns: `found` where the text was that after an edit behind the last known save, else `base`.
    package func base(given found: [UInt8]) -> [UInt8] {
        let replay = JournalReplay(records.bytes, lookingFor: found)
        return replay?.hasFoundIt == true ? found : base
    }

    /// Takes the journal away, durably: what it held is in the note, or in another journal that is durable.
    package func discard() throws(FileError) { try records.remove(about: note) }
}

/// A journal read from its beginning to its end or to the first thing that is not right.
struct JournalReplay {
    let beginning: JournalBeginning
    private(set) var note: NotePath
    private(set) var base: [UInt8]
    private(set) var mine: [UInt8]
    private(set) var editCount = 0
    private(set) var wasCut = false
    /// Whether the text was what was looked for, after an edit behind the last save.
    private(set) var hasFoundIt = false

    /// Nil when not even the base is whole.
    init?(_ bytes: [UInt8], lookingFor wanted: [UInt8]? = nil) {
        guard var reader = RecordReader(bytes, magic: JournalRecord.magic),
            case .beginning(let beginning)? = reader.next().flatMap(JournalRecord.init),
            case .base(let base)? = reader.next().flatMap(JournalRecord.init)
        else { return nil }
        let start: NoteText
        do throws(UnreadableText) { start = try NoteText(bytes: base) } catch { return nil }
        self.beginning = beginning
        note = beginning.note
        self.base = base
        var text = start
        var edits: [NoteEdit] = []
        var savedCount = 0
        var foundCount: Int?
        reading: while let record = reader.next() {
            switch JournalRecord(record) {
            case .edits(let made):
                // All of a record or none: an edit that does not fit says that something before is wrong.
                do throws(NoteTextError) { try text.apply(made) } catch {
                    wasCut = true
                    break reading
                }
                edits += made
                if let wanted, text.fileByteCount == wanted.count, text.bytes == wanted {
                    foundCount = edits.count
                }
            case .saved(let count) where count <= edits.count: savedCount = count
            case .moved(let path): note = path
            case .beginning, .base, .saved, nil:
                wasCut = true
                break reading
            }
        }
        if reader.isCut { wasCut = true }
        mine = text.bytes
        editCount = edits.count
        hasFoundIt = foundCount.map { $0 >= savedCount } ?? false
        guard savedCount > 0 else { return }
        var saved = start
        // They fitted a moment ago.
        do throws(NoteTextError) { try saved.apply(edits.prefix(savedCount)) } catch { wasCut = true }
        self.base = saved.bytes
    }
}
