// SPDX-License-Identifier: MIT
// By which of its names a file is written that is several notes.

internal import NoteFiles
internal import NoteKit

/// The notes that are to be written, by the files that they are.
///
/// Links that are counted from a note's folder mean other files for each of its names: so a file is written only
/// where all of its names in the vault agree on what it is to say.
struct SharedFiles {
    private struct Name {
        let note: NotePath
        let edited: [UInt8]
        /// Where the file really lies, below the vault.
        let place: NotePath
        let links: Int
    }

    private var files: [FileFacts.Identity: [Name]] = [:]

    /// Adds a note.
    ///
    /// - Parameter place: Where the file really lies, below the vault.
    mutating func add(_ note: PlannedNote, _ facts: FileFacts, _ place: NotePath?) {
        files[facts.identity, default: []].append(
            Name(
                note: note.path, edited: note.edited, place: place ?? note.path, links: Int(facts.links)))
    }

    /// What is not to be written.
    ///
    /// - Parameters:
    ///   - names: All files of the vault.
    ///   - identity: Which file a path is.
    /// - Returns: The names that say the same as one by which the file is written, and those that say something
    ///   else than another one, with that.
    func sorted(
        among names: VaultNames, _ identity: (NotePath) throws(FileError) -> FileFacts.Identity
    ) -> (doubles: Set<NotePath>, ambiguous: [NotePath: NotePath]) {
        var doubles: Set<NotePath> = []
        var ambiguous: [NotePath: NotePath] = [:]
        let others = otherNames(among: names, identity)
        for (file, found) in files {
            let own = found.filter { $0.note == $0.place }
            let candidates = own.isEmpty ? found : own
            // A name to which nothing is to be done says what is there now.
            let silent =
                others[file]
                ?? found.map(\.place).first { place in
                    names.contains(place) && !found.contains { $0.note == place }
                }
            let isSettled = candidates.allSatisfy { $0.edited == candidates[0].edited }
            for name in found {
                if let silent {
                    ambiguous[name.note] = silent
                } else if !isSettled {
                    ambiguous[name.note] = found.first { $0.edited != name.edited }?.note
                } else if name.edited != candidates[0].edited {
                    ambiguous[name.note] = candidates[0].note
                } else if name.note != candidates[0].note {
                    doubles.insert(name.note)
                }
            }
        }
        return (doubles, ambiguous)
    }

    /// Names of files with several hard links that are not among what is to be written.
    private func otherNames(
        among names: VaultNames, _ identity: (NotePath) throws(FileError) -> FileFacts.Identity
    ) -> [FileFacts.Identity: NotePath] {
        let wanted = files.filter { _, found in
            found.contains { $0.links > Set(found.map(\.place)).count }
        }
        guard !wanted.isEmpty else { return [:] }
        var others: [FileFacts.Identity: NotePath] = [:]
        for path in names.files(named: { _ in true }) where NotesFolder.isNote(path) {
            do throws(FileError) {
                let file = try identity(path)
                guard let found = wanted[file], !found.contains(where: { $0.note == path }) else { continue }
                others[file] = path
            } catch {
                // What cannot be written to keeps its links whatever name it has.
            }
        }
        return others
    }
}
