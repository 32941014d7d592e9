// SPDX-License-Identifier: MIT
// A folder of notes as a list: newest first, refreshed when asked, remembered between launches.

public import NoteFiles

/// A folder of Markdown notes, a vault.
///
/// A value of its last look at the disk: `entries` stay as they were until `refresh()` looks again.
/// A note is a file whose name ends in `.md`, in any case, and does not start with a dot; nothing in
/// a hidden folder is one. Symbolic links are followed; each real folder is listed once.
///
/// ```swift
/// var folder = NotesFolder(key: "vault")
/// try folder.choose(NotePath("/home/ada/notes"))
/// for entry in folder.entries { print(entry.title, entry.path) }
/// ```
public struct NotesFolder: Sendable {
    /// The vault; nil while none was chosen.
    public private(set) var path: NotePath?
    /// The notes as of the last look, in the order of `sorting`.
    public private(set) var entries: [Entry] = []
    /// What was found at the last look and is not listed, and why.
    public private(set) var skipped: [FolderScan.Skipped] = []
    /// The order of `entries`. Setting it sorts again without looking at the disk.
    public var sorting: Sorting {
        didSet { if sorting != oldValue { entries.sort(by: sorting.precedes) } }
    }

    private let memory: FolderMemory?
    private let calls: any FileCalls

    /// Lists the notes of a vault. Writes nothing.
    ///
    /// System calls: those of `FolderScan`, and for each note `openat(2)` and `fgetxattr(2)` for the
    /// creation date that an earlier save recorded.
    ///
    /// - Parameters:
    ///   - path: A folder, or a link to one.
    ///   - sorting: The order of `entries`.
    /// - Throws: `FileError` when `path` is no folder or cannot be opened.
    public init(_ path: NotePath, sorting: Sorting = .modified) throws(FileError) {
        try self.init(path, sorting: sorting, calls: LinuxCalls())
    }

    /// The same through other calls, as tests do.
    package init(_ path: NotePath, sorting: Sorting = .modified, calls: any FileCalls) throws(FileError) {
        self.path = path
        self.sorting = sorting
        self.calls = calls
        memory = nil
        try refresh()
    }

    /// The vault that was last chosen under a key. Looks for no notes until `refresh()`.
    ///
    /// The choice is kept in a small file below the state folder, one for each key. A missing or
    /// damaged one is the same as no choice.
    ///
    /// - Parameters:
    ///   - stateFolder: Usually `StateFolder.standard`; never inside the vault.
    ///   - key: The name under which this program remembers its vault.
    public init(remembering stateFolder: NotePath = StateFolder.standard, key: String) {
        let memory = FolderMemory(disk: NoteDisk(stateFolder: stateFolder), key: key)
        self.memory = memory
        sorting = .modified
        calls = LinuxCalls()
        path = memory.recall()
    }

    /// Makes `path` the vault, looks at it, and remembers it where this folder remembers.
    ///
    /// - Throws: `FileError` when `path` is no folder or cannot be opened: the old vault stays then.
    ///   Also when the choice could not be kept, with the operation `.keep`: the vault is the new one
    ///   then, for this time.
    public mutating func choose(_ path: NotePath) throws(FileError) {
        try look(at: path)
        self.path = path
        try memory?.keep(path)
    }

    /// Looks at the disk again. Does nothing while no vault was chosen.
    ///
    /// - Throws: `FileError` when the vault is gone or cannot be opened; the list stays as it was.
    public mutating func refresh() throws(FileError) {
        if let path { try look(at: path) }
    }

    /// Whether a file of this name is listed as a note.
    public static func isNote(_ name: NotePath) -> Bool { NoteName.isNote(name) }

    private mutating func look(at path: NotePath) throws(FileError) {
        let scan = try FolderScan(
            of: path, matching: { NoteName.isNote($0) }, includingOthers: false, calls: calls)
        let recorded = try scan.recordedCreations(calls: calls)
        entries = scan.indices.map { index in
            let facts = scan.facts(at: index)
            return Entry(path: scan.path(at: index), facts: facts, created: recorded[index] ?? facts.born)
        }
        entries.sort(by: sorting.precedes)
        skipped = scan.skipped
    }
}
