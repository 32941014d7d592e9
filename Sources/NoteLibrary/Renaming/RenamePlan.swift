// SPDX-License-Identifier: MIT
// What a rename would do to the notes of a vault.

public import NoteFiles

/// A rename as a plan: which links of which notes are written anew.
public struct RenamePlan: Hashable, Sendable {
    /// What becomes of one note, or of one canvas: its edits are bytes of its file, too.
    public struct Note: Hashable, Sendable {
        /// Its path below the vault, as it is called now.
        public let path: NotePath
        /// The edits of its links, in order. They do not overlap.
        public let edits: [LinkEdit]
        /// Links, as ranges of bytes, that would not lead where they lead now, and that cannot be written so
        /// that they do.
        public let unwritable: [Range<Int>]
    }

    /// A relative symbolic link that leads to the note, or is the note, and would dangle.
    public struct Link: Hashable, Sendable {
        /// Its path below the vault, as it is called afterwards.
        public let path: NotePath
        /// What it says now.
        public let old: NotePath
        /// What it would say.
        public let new: NotePath

        var step: VaultOperation.Step { .relink(path, from: old, to: new) }
    }

    /// The path of the note before.
    public let old: NotePath
    /// The path of the note afterwards.
    public let new: NotePath
    /// Whether another program has renamed it already, so that only the links are left to do.
    public let isRenamed: Bool
    /// The notes and canvases whose links are concerned, ordered by path.
    public let notes: [Note]
    /// The symbolic links that would get another target, ordered by path.
    public let links: [Link]
    /// Notes that could not be looked at: whether they link to the note is not known.
    public let unseen: [NotePath]
    /// What would not be done, and why, as `RenameOutcome.refusals` tells it where nothing changes meanwhile.
    public let refusals: [LibraryError]

    init(_ old: NotePath, _ new: NotePath, _ renaming: NoteRenaming, _ draft: NoteRenaming.Draft) {
        links = draft.links
        refusals = renaming.refusals(of: draft)
        self.old = old
        self.new = new
        isRenamed = draft.isRenamed
        notes = draft.found.notes.map {
            Note(path: $0.path, edits: $0.result.edits, unwritable: $0.result.unwritable)
        }
        unseen = draft.found.unseen
    }
}
