// SPDX-License-Identifier: MIT
// What a note held before, and what bringing it back does.

public import NoteFiles
public import NoteKit
internal import NoteMarkdown
public import NoteStore

/// The versions of one note, found by any path that the note has or had.
///
/// A version is made when a save puts another text in place of one, and when a note gets another title: the text
/// then stands there under the title that it had. What changes nothing but the property `attachments` makes none,
/// and neither does moving, pinning or reading; see `VersionRule.allButAttachments`. Versions lie in the store of
/// the vault, never in the vault. Methods block on the disk.
public struct NoteHistory: Sendable {
    /// What is remembered of the vault.
    public let store: VaultStore
    /// The path of the note in the vault.
    public let note: NotePath
    /// The path for messages.
    private let shown: NotePath

    /// The history of a note of a vault.
    public init(of note: NotePath, in store: VaultStore) { self.init(of: note, shownAs: note, in: store) }

    private init(of note: NotePath, shownAs shown: NotePath, in store: VaultStore) {
        self.store = store
        self.note = note
        self.shown = shown
    }

    /// Finds the vault of a note, and what is remembered of it. Neither the note nor its folder need be there any
    /// more.
    ///
    /// - Parameters:
    ///   - file: The path of the note.
    ///   - stores: Opens what is remembered of the vault.
    /// - Throws: `LibraryError` when the vault cannot be found or what is remembered of it cannot be used.
    public init(ofFile file: NotePath, in stores: StoreVersionKeeper) throws(LibraryError) {
        let (vault, path): (NotePath, NotePath)
        do throws(FileError) {
            let place = try NotePlace(remembered: file)
            (vault, path) = (place.vault, place.path)
        } catch {
            throw LibraryError(error)
        }
        do throws(StoreError) {
            self.init(of: path, shownAs: file, in: try stores.store(of: vault))
        } catch {
            throw LibraryError(error)
        }
    }

    /// The versions, the newest first by when they were put aside; of two of one moment, by title. Each has the
    /// time at which it was last edited as well.
    public func versions() throws(StoreError) -> [StoredVersion] { try store.versions(of: note) }

    /// The version that is named.
    ///
    /// - Throws: `LibraryError` with code `.missing` where there is none.
    public func version(_ id: String) throws(LibraryError) -> StoredVersion {
        let found: StoredVersion?
        do throws(StoreError) {
            found = try versions().first { $0.id == id }
        } catch {
            throw LibraryError(error)
        }
        guard let found else {
            throw LibraryError(
                .missing, note, "'\(NotePath(lossy: id))' is no version of '\(shown)'. Nothing was changed.")
        }
        return found
    }

    /// The bytes of a version. See `VaultStore.bytes(of:)`.
    public func bytes(of version: StoredVersion) throws(StoreError) -> [UInt8] {
        try store.bytes(of: version)
    }

    /// Puts the text of a version in place of what the note holds, which becomes a version first.
    ///
    /// The note keeps its title, and the list of its attachments as it is now: files are no part of a version, and
    /// one that was removed since must not be listed again. To restore what is current does nothing. A note that
    /// is gone is made again.
    ///
    /// System calls: those of `NoteDisk.replace` or `NoteDisk.create`.
    ///
    /// - Parameters:
    ///   - bytes: Those of a version.
    ///   - keeper: Who keeps what the note holds now.
    /// - Returns: What came of the save, and what the note was to hold.
    /// - Throws: `FileError`; the note is as it was.
    public func restore(
        _ bytes: [UInt8], keeping keeper: any VersionKeeper, on disk: NoteDisk
    ) throws(FileError) -> (outcome: SaveOutcome, bytes: [UInt8]) {
        let file = store.vault.appending(note)
        let now: NoteSnapshot
        do throws(FileError) {
            now = try disk.read(file)
        } catch {
            guard error.code == .missing else { throw error }
            return (try disk.create(file, with: bytes), bytes)
        }
        let restored = Self.restoring(bytes, over: now.bytes)
        if now.bytes != restored {
            try keeper.keep(
                NoteVersion(
                    of: file, now.bytes, because: .replaced, at: disk.calls.wallClock(),
                    edited: now.facts.modified, replacement: restored))
        }
        return (try disk.replace(file, with: restored, base: now.bytes), restored)
    }

    /// The text of a version with the list of attachments that the note has now.
    static func restoring(_ version: [UInt8], over now: [UInt8]) -> [UInt8] {
        let wanted = AttachmentList(of: now).entries
        guard AttachmentList(of: version).entries != wanted else { return version }
        do {
            var text = try NoteText(bytes: version)
            while let index = AttachmentList(of: text.bytes).entries.firstIndex(where: {
                !wanted.contains($0)
            }) {
                try text.apply(AttachmentList(of: text.bytes).edits(removing: index))
            }
            for entry in wanted where !AttachmentList(of: text.bytes).entries.contains(entry) {
                guard let name = entry.name else { continue }
                try text.apply(AttachmentList(of: text.bytes).edits(adding: name))
            }
            return text.bytes
        } catch {
            // Front matter that cannot be edited is restored as it was.
            return version
        }
    }
}
