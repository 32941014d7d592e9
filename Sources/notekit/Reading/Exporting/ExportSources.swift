// SPDX-License-Identifier: MIT
// Which notes a command line names, and which vault each is in.

internal import Glibc
internal import NoteExporting
internal import NoteKit

/// The notes to be exported, in the order in which they were named; those of a folder by path.
struct ExportSources {
    /// One note, or why there is none.
    struct Source: Sendable {
        /// The path by which it is opened and named to the person.
        let file: NotePath
        /// Its path below the vault.
        let path: NotePath
        /// The files that it may place.
        let vault: Result<VaultFiles, Problem>
    }

    /// Why a note cannot be exported.
    struct Problem: Error, CustomStringConvertible {
        let description: String
    }

    /// All of them.
    private(set) var sources: [Source] = []
    /// Whether a folder was named, so that nobody knows how many notes there are.
    var hasFolder: Bool { !folders.isEmpty }
    /// The folders that were named.
    private(set) var folders: [NotePath] = []

    private var vaults: [NotePath: VaultFiles] = [:]

    init(_ files: [NotePath]) {
        for file in files { add(file) }
    }

    private mutating func add(_ file: NotePath) {
        do throws(FileError) {
            var facts = stat()
            if file.withCString({ stat($0, &facts) }) == 0, facts.st_mode & S_IFMT == S_IFDIR {
                try addNotes(of: file)
            } else {
                let place = try NotePlace(of: file)
                let vault = vault(place)
                sources.append(Source(file: file, path: place.path, vault: .success(vault)))
            }
        } catch {
            let problem = Problem(description: error.description)
            sources.append(Source(file: file, path: file, vault: .failure(problem)))
        }
    }

    private mutating func addNotes(of folder: NotePath) throws(FileError) {
        folders.append(folder)
        let notes = try NotesFolder(folder, sorting: .name)
        // Any name would do: it is the folder's own place that is asked for.
        let inside = try NotePlace(of: folder.appending(NotePath("note.md")))
        let vault = vault(inside, looksEverywhere: true)
        let above = inside.path.folder
        for note in notes.entries {
            let path = above == NotePath(".") ? note.path : above.appending(note.path)
            sources.append(
                Source(file: folder.appending(note.path), path: path, vault: .success(vault)))
        }
        for place in notes.skipped where Self.isToBeTold(place) {
            let file = folder.appending(place.path)
            let problem = Problem(description: "'\(file)' was not exported: \(place.reason).")
            sources.append(Source(file: file, path: place.path, vault: .failure(problem)))
        }
    }

    /// Whether something was skipped that may be meant as a note.
    private static func isToBeTold(_ place: FolderScan.Skipped) -> Bool {
        switch place.reason {
        case .danglingLink, .linkLoop, .notAFile: NotesFolder.isNote(place.path)
        default: place.reason.isUnseen
        }
    }

    private mutating func vault(_ place: NotePlace, looksEverywhere: Bool = false) -> VaultFiles {
        if let known = vaults[place.vault] { return known }
        let vault = VaultFiles(of: place.vault, looksEverywhere: looksEverywhere || place.isInVault)
        vaults[place.vault] = vault
        return vault
    }
}
