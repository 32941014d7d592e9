// SPDX-License-Identifier: MIT
// The search and link index of a vault: how it is opened, and what holds of it.

internal import Glibc
public import NoteFiles
internal import Synchronization

/// What a vault holds, found fast: the text of its notes, their links, tags, headings, tasks and properties.
///
/// It lies in `index.sqlite` beside the store, in the folder that remembers the vault. It is a mirror: where it
/// is damaged, of another edition or of another vault it is thrown away and made anew, and nothing is lost by
/// that. It is never the reason for a wrong answer or for none: a note that it does not know as it is now is
/// read, and where it cannot be used at all (the disk is full, the state folder may not be written, another
/// process is just making it) all of them are. `hindrance` tells why.
///
/// `refresh()` looks at the vault; it is called first. Whoever watches the vault then hands each batch to
/// `apply(_:)`. Answers are those of the last look; what stands in a note is read anew for each search. Several
/// processes may use one index. Methods block on the disk and may be called from any thread; a search does not
/// wait for a look that is going on.
public final class SearchIndex: Sendable {
    /// The vault, a real path.
    public let vault: NotePath
    let calls: any FileCalls
    /// What time it is; see `IndexFacts.isSettled`.
    let clock: @Sendable () -> FileTime
    /// The files of the index, and what the vault is; nil where there is no folder to remember it in.
    let place: (files: IndexMirror.Files, vault: String)?
    /// The connection that writes. Held during a look.
    private let writer: Mutex<IndexMirror?> = Mutex(nil)
    /// The connection that searches.
    private let reader: Mutex<IndexMirror?> = Mutex(nil)
    let present: Mutex<IndexView?> = Mutex(nil)
    /// The making that a search found to be damaged.
    private let damaged: Mutex<String?> = Mutex(nil)
    private let trouble: Mutex<StoreError?>

    /// Opens the index of a vault. It is made, or looked at, by the first `refresh()`.
    ///
    /// - Parameters:
    ///   - vault: The folder; it must be there.
    ///   - stateFolder: Usually `StateFolder.standard`; never inside the vault.
    /// - Throws: `FileError` with code `.missing` or `.notPermitted` when there is no such vault. Where there is no
    ///   folder to remember it in, `hindrance` says so.
    public convenience init(
        of vault: NotePath, stateFolder: NotePath = StateFolder.standard
    ) throws(FileError) {
        try self.init(of: vault, stateFolder: stateFolder, calls: LinuxCalls())
    }

    package init(
        of vault: NotePath, stateFolder: NotePath, calls: any FileCalls,
        clock: (@Sendable () -> FileTime)? = nil
    ) throws(FileError) {
        guard let resolved = vault.withCString({ realpath($0, nil) }) else {
            throw FileError(.list, vault, call: "realpath", answer: -Int(errno))
        }
        defer { free(resolved) }
        let path = NotePath(bytes: Array(UnsafeRawBufferPointer(start: resolved, count: strlen(resolved))))
        self.vault = path
        self.calls = calls
        self.clock = clock ?? { calls.wallClock() }
        do throws(StoreError) {
            let registry = VaultRegistry(in: stateFolder, calls: calls)
            let (folder, identity) = try LinuxCalls().withFileSizeSignalHeld { () throws(StoreError) in
                (try registry.folder(of: path), try registry.identity(of: path))
            }
            let born = identity.born.map { "\($0.seconds).\($0.nanoseconds)" } ?? "unknown"
            place = (IndexMirror.Files(in: folder), "\(identity.inode) \(born)")
            trouble = Mutex(nil)
        } catch {
            place = nil
            trouble = Mutex(error)
        }
    }

    /// Why the index could not be used or brought up to date the last time; nil where it could.
    public var hindrance: StoreError? { trouble.withLock { $0 } }

    /// Takes down why the index could not be used; where there is no folder, that stays the reason.
    func setHindrance(_ error: StoreError?) { trouble.withLock { $0 = place == nil ? $0 : error } }

    /// The notes as of the last look; the first look where there was none.
    func view() throws(FileError) -> IndexView {
        if let view = present.withLock({ $0 }) { return view }
        try refresh()
        return present.withLock { $0 } ?? IndexView([], making: nil, skipped: [])
    }

    /// Puts a new look in place of the last one, which stays where both are of all notes and say the same: it has been
    /// put in order.
    ///
    /// - Returns: What is in place.
    @discardableResult
    func show(_ new: IndexView) -> IndexView {
        present.withLock { view in
            if let view, !new.isPatched, view.equals(new) { return view }
            view = new
            return new
        }
    }

    /// Calls a body with the connection that writes; once more with an index made anew where this one turns out
    /// to be damaged, or is worn.
    func write<Result: Sendable>(
        _ body: (IndexMirror) throws(StoreError) -> Result
    ) throws(StoreError) -> Result {
        // SQLite writes by itself, past a limit on file sizes too.
        try LinuxCalls().withFileSizeSignalHeld { () throws(StoreError) in
            try writer.withLock { open throws(StoreError) in
                var unwanted = damaged.withLock { $0 }
                var hasReplaced = false
                while true {
                    let mirror: IndexMirror
                    if let known = open, known.making != unwanted {
                        mirror = known
                    } else {
                        // Lets go of the file, so that another can take its place.
                        open = nil
                        if unwanted != nil { reader.withLock { $0 = nil } }
                        mirror = try self.mirror(replacing: unwanted)
                        open = mirror
                    }
                    do throws(StoreError) {
                        let isWorn = hasReplaced ? false : try mirror.isWorn()
                        if !isWorn { return try body(mirror) }
                    } catch {
                        open = nil
                        guard error.code == .damaged, !hasReplaced else { throw error }
                    }
                    unwanted = mirror.making
                    hasReplaced = true
                }
            }
        }
    }

    /// Calls a body with the connection that only reads.
    func read<Result: Sendable>(
        _ body: (IndexMirror) throws(StoreError) -> Result
    ) throws(StoreError) -> Result {
        try LinuxCalls().withFileSizeSignalHeld { () throws(StoreError) in
            try reader.withLock { open throws(StoreError) in
                let mirror = if let open { open } else { try self.mirror() }
                open = mirror
                do throws(StoreError) {
                    return try body(mirror)
                } catch {
                    open = nil
                    // The next look replaces it.
                    if error.code == .damaged { damaged.withLock { $0 = mirror.making } }
                    throw error
                }
            }
        }
    }

    /// Opens an index for reading where that is there, and waits for nobody who is making it.
    ///
    /// - Returns: Whether it is open now.
    func isOpenAtOnce() throws(StoreError) -> Bool {
        guard let place, TextFolding.hindrance == nil else { return false }
        return try LinuxCalls().withFileSizeSignalHeld { () throws(StoreError) in
            try reader.withLock { open throws(StoreError) in
                if open == nil { open = try IndexMirror.openIfThere(place.files, of: place.vault) }
                return open != nil
            }
        }
    }

    private func mirror(replacing unwanted: String? = nil) throws(StoreError) -> IndexMirror {
        // Without it the words of notes would be taken apart wrongly, and nobody would notice later.
        if let reason = TextFolding.hindrance { throw StoreError(.other, vault, reason) }
        guard let place else {
            throw hindrance ?? StoreError(.other, vault, "there is no folder to remember it in")
        }
        return try IndexMirror.open(place.files, of: place.vault, replacing: unwanted)
    }
}
