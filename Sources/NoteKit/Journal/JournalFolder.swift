// SPDX-License-Identifier: MIT
// Where journals lie, what they are called, and how those of dead processes are found.

package import NoteFiles

/// The folder `journal` of the state folder.
package struct JournalFolder: Sendable {
    let disk: NoteDisk

    /// The journals of the programs that save through this disk.
    package init(of disk: NoteDisk) { self.disk = disk }

    /// Where the folder is. It is made, mode 0700, with the first journal.
    package var path: NotePath { disk.stateFolder.appending(NotePath("journal")) }

    /// The journals of a note that dead processes left, by their names.
    ///
    /// Each is locked as long as the answer is held: of two programs that look, one finds it.
    ///
    /// - Parameters:
    ///   - note: The real path of the note from the root.
    ///   - key: Its key: what was typed before a folder on the way to it got another name is found by that.
    /// - Throws: `FileError` when the folder cannot be listed. A folder that is not there holds nothing.
    package func orphans(of note: NotePath, key: JournalKey?) throws(FileError) -> FoundJournals {
        let start = Self.nameStart(of: note)
        return try found(at: note) { name in
            name.bytes.starts(with: start) || key != nil && JournalKey(ofJournal: name) == key
        }
    }

    /// All journals that dead processes left.
    package func allOrphans() throws(FileError) -> FoundJournals { try found(at: nil) { _ in true } }

    /// The notes with unsaved edits in some journal, whether its process lives or not.
    ///
    /// Nothing is locked: whoever opens such a note at this moment finds what a dead process left of it.
    ///
    /// - Throws: `FileError` when the folder cannot be listed. A folder that is not there holds nothing.
    package func unsavedNotes() throws(FileError) -> UnsavedNotes {
        var found = UnsavedNotes()
        let names: [NotePath]
        do throws(FileError) {
            names = try disk.names(in: path, where: Self.isJournal)
        } catch {
            if error.code == .missing { return found }
            throw error
        }
        for name in names {
            do throws(FileError) {
                guard let bytes = try disk.records(at: path.appending(name)) else { continue }
                if let replay = JournalReplay(bytes) {
                    guard replay.mine != replay.base else { continue }
                    found.notes.insert(replay.note)
                    if let key = JournalKey(ofJournal: name) {
                        found.keys[replay.note, default: []].insert(key)
                    }
                } else if bytes.contains(where: { $0 != 0 }) {
                    found.problems.append("The journal '\(path.appending(name))' is damaged, and stays.")
                }
            } catch {
                found.problems.append(error.description)
            }
        }
        return found
    }

    private func found(
        at note: NotePath?, where condition: (NotePath) -> Bool
    ) throws(FileError) -> FoundJournals {
        var found = FoundJournals()
        for records in try disk.orphanedRecords(in: path, where: { condition($0) && Self.isJournal($0) }) {
            switch records {
            case .inaccessible(let path, let error): found.problems.append(.inaccessible(path, error))
            case .orphaned(let records): take(records, at: note, &found)
            }
        }
        // A journal that followed its note and was restarted may have two files after a power cut.
        let journals = found.journals
        for journal in journals {
            let isSuperseded = journals.contains {
                $0.number == journal.number && $0.generation > journal.generation
            }
            guard isSuperseded else { continue }
            found.journals.removeAll { $0.file == journal.file }
            do throws(FileError) { try journal.discard() } catch {
                found.problems.append(.inaccessible(journal.file, error))
            }
        }
        return found
    }

    private func take(_ records: OrphanedRecords, at note: NotePath?, _ found: inout FoundJournals) {
        if let journal = OrphanedJournal(records, at: note) {
            found.journals.append(journal)
        } else if records.bytes.contains(where: { $0 != 0 }) {
            found.problems.append(.unreadable(UnreadableJournal(records)))
        } else {
            // A power cut came before anything of it was on the disk.
            do throws(FileError) { try records.remove(about: records.path) } catch {
                found.problems.append(.inaccessible(records.path, error))
            }
        }
    }

    /// The name of a journal: 16 digits for the note, a dash, 16 digits of its own, and where the note has a key,
    /// another dash and that.
    static func name(of note: NotePath, _ number: UInt64, _ key: JournalKey?) -> NotePath {
        let digits = String(number, radix: 16)
        let zeros = String(repeating: "0", count: 16 - digits.utf8.count)
        let end = key.map { [UInt8(ascii: "-")] + $0.digits } ?? []
        return NotePath(bytes: nameStart(of: note) + Array("\(zeros)\(digits)".utf8) + end)
    }

    private static func nameStart(of note: NotePath) -> [UInt8] {
        Array("\(SHA256Digest(of: note.bytes).description.prefix(16))-".utf8)
    }

    private static func isJournal(_ name: NotePath) -> Bool {
        let parts = name.bytes.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        let digits = "0123456789abcdef".utf8
        return [2, 3].contains(parts.count) && parts.allSatisfy { $0.count == 16 }
            && parts.allSatisfy { $0.allSatisfy(digits.contains) }
    }
}

/// What a look for journals found.
package struct FoundJournals: Sendable {
    /// A journal that cannot be offered. Nothing was removed.
    package enum Problem: Sendable {
        /// The disk, the permissions, or a file system without locks are in the way.
        case inaccessible(NotePath, FileError)
        /// Its very beginning is damaged, so it is not known what the edits were made on.
        case unreadable(UnreadableJournal)
    }

    /// Those that can be offered.
    package var journals: [OrphanedJournal] = []
    /// Those that cannot.
    package var problems: [Problem] = []
}

/// What a look at all journals without locks found.
package struct UnsavedNotes: Sendable {
    /// Where the notes were.
    package var notes: Set<NotePath> = []
    /// The keys of their journals, for those that have one.
    package var keys: [NotePath: Set<JournalKey>] = [:]
    /// The journals that cannot be read, in a sentence each. Nothing was removed.
    package var problems: [String] = []
}

/// A journal whose beginning is damaged. A power cut may leave one that was never made durable.
package struct UnreadableJournal: Sendable {
    private let records: OrphanedRecords

    init(_ records: OrphanedRecords) { self.records = records }

    /// Where it is.
    package var file: NotePath { records.path }

    /// Gives the file the ending `.unreadable`, by which it is not found again, and answers where it is now.
    package func setAside() throws(FileError) -> NotePath {
        try records.setAside(ending: ".unreadable")
    }
}
