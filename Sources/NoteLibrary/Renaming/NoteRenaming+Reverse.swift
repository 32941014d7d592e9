// SPDX-License-Identifier: MIT
// The plan of a rename the other way.

internal import NoteFiles
internal import NoteKit

extension NoteRenaming {
    /// A rename that takes another one back.
    struct Reverse {
        let draft: Draft
        /// The path from which the note moves back; the top where only links were written.
        let old: NotePath
        let new: NotePath
        let preferences: [NotePath: [[UInt8]: [UInt8]]]
        /// The old texts of the notes that are as the rename left them, by the paths that they get back.
        private let whole: [NotePath: Texts]

        /// - Parameters:
        ///   - texts: By the paths from before the rename.
        ///   - undoing: The plain plan.
        init(
            _ texts: [NotePath: Texts], _ undoing: VaultOperation, by renaming: NoteRenaming
        ) throws(LibraryError) {
            let move = undoing.steps.lazy.compactMap { step -> (NotePath, NotePath)? in
                if case .move(let now, let before, _) = step.action { (now, before) } else { nil }
            }.first
            guard let (now, before) = move else {
                // Another program had made the rename: only links were written.
                (old, new, preferences) = (.top, .top, [:])
                var found = LinkingNotes.Found()
                var whole: [NotePath: Texts] = [:]
                var changed: [NotePath: LibraryError] = [:]
                for (path, text) in texts {
                    guard let present = renaming.read(path) else {
                        found.unseen.append(path)
                        continue
                    }
                    if present == text.new {
                        whole[path] = text
                    } else if CanvasRewriting.isCanvas(path) {
                        // Its cards name files, which are no links: half of it would be taken back.
                        changed[path] = LibraryError(
                            .changed, path,
                            "The links in '\(path)' are as they were: the canvas was changed since.")
                    } else {
                        let edits = present.withUnsafeBufferPointer {
                            LinkRewriting.restoring(text.targets, in: $0)
                        }
                        found.notes.append(
                            present.withUnsafeBufferPointer {
                                PlannedNote(path, $0, LinkRewriting.Result(edits: edits))
                            })
                    }
                }
                self.whole = whole
                let rewriting = LinkRewriting(VaultNames([NotePath]()), moving: [:])
                let left = try renaming.left(of: &found, rewriting).merging(changed) { $1 }
                draft = Draft(
                    rewriting: rewriting, isRenamed: true, found: found,
                    left: left, links: undoing.links)
                return
            }
            (old, new) = (now, before)
            let present = { (path: NotePath) in path == before ? now : path }
            var preferences: [NotePath: [[UInt8]: [UInt8]]] = [:]
            for (path, text) in texts { preferences[present(path)] = text.targets }
            self.preferences = preferences
            var draft = try renaming.draft(from: now, to: before, is: .either, preferring: preferences)
            let known = Dictionary(
                draft.found.notes.map { ($0.path, $0.digest) }, uniquingKeysWith: { first, _ in first })
            whole = texts.filter { path, text in
                let place = draft.isRenamed ? path : present(path)
                return (known[place] ?? renaming.read(place).map { SHA256Digest(of: $0) })
                    == SHA256Digest(of: text.new)
            }
            let moves = draft.rewriting.moves
            draft.found.notes.removeAll { [whole] in whole[moves[$0.path] ?? $0.path] != nil }
            draft.left = draft.left.filter { [whole] in whole[moves[$0.key] ?? $0.key] == nil }
            // As they were written, where they are as the rename left them.
            let links = Dictionary(
                undoing.links.map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
            draft.links = draft.links.map { link in
                links[link.path].map { $0.old == link.old ? $0 : link } ?? link
            }
            self.draft = draft
        }

        func steps(without conflicts: Set<NotePath>, by renaming: NoteRenaming) -> [VaultOperation.Step] {
            let move = draft.isRenamed ? [] : [VaultOperation.Step.move(old, to: new, ifTaken: .refuseSame)]
            let back = whole.filter { !conflicts.contains($0.key == new ? old : $0.key) }
                .sorted { $0.key < $1.key }.map { path, text in
                    VaultOperation.Step.edit(
                        path, from: SHA256Digest(of: text.new), to: text.old, ifRefused: .goOn)
                }
            return move + back + renaming.edits(of: draft.found.notes, draft.rewriting, without: draft.left)
                + draft.links.map(\.step)
        }
    }
}
