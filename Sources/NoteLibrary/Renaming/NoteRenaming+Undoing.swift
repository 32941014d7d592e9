// SPDX-License-Identifier: MIT
// How a rename is taken back, also where notes were changed since.

internal import NoteFiles
internal import NoteKit

extension NoteRenaming {
    /// Takes back the last rename, once, as one operation.
    ///
    /// A note that is as the rename left it gets its old text back, byte for byte. One that was changed since
    /// keeps the change: its links are planned as for a rename the other way, each written as it was before the
    /// rename where that leads to its file. So are links that were made since.
    ///
    /// - Parameter kind: What the rename was filed as.
    /// - Throws: `LibraryError` with code `.nothingToUndo`, and as `rename` does.
    public func undoLast(_ kind: VaultOperation.Kind = .noteRename) throws(LibraryError) -> RenameOutcome {
        let conflicts = try unresolved()
        var reverse: Reverse?
        let outcome = try runner.undoLast(kind) { (undoing, done) throws(LibraryError) in
            let made = try Reverse(Self.texts(done, undoing), undoing, by: self)
            reverse = made
            let steps = made.steps(without: conflicts, by: self)
            return VaultOperation(kind, steps, isUndoable: false)
        }
        guard let reverse else {
            throw LibraryError(.nothingToUndo, runner.vault, "There is nothing to take back.")
        }
        if let refusal = outcome.reversal { throw refusal }
        var result = try settle(
            outcome, reverse.draft, reverse.old, reverse.new, preferring: reverse.preferences)
        result.undone = outcome.undone
        return result
    }

    /// The text of a note before and after a rename.
    struct Texts {
        let old: [UInt8]
        let new: [UInt8]
        /// The targets before, by those after.
        let targets: [[UInt8]: [UInt8]]
    }

    /// The texts of the notes that a change edited, by the paths from before it.
    static func texts(
        _ done: VaultOperation, _ undoing: VaultOperation
    ) -> [NotePath: Texts] {
        var written: [SHA256Digest: [UInt8]] = [:]
        for step in done.steps {
            if case .edit(_, _, let text) = step.action { written[SHA256Digest(of: text)] = text }
        }
        var texts: [NotePath: Texts] = [:]
        for step in undoing.steps {
            guard case .edit(let path, let digest, let old) = step.action, let new = written[digest] else {
                continue
            }
            let pairs = zip(targets(of: new), targets(of: old)).filter { $0 != $1 }
            texts[path] = Texts(
                old: old, new: new, targets: Dictionary(pairs.map { ($0, $1) }, uniquingKeysWith: { $1 }))
        }
        return texts
    }

    private static func targets(of text: [UInt8]) -> [[UInt8]] {
        text.withUnsafeBufferPointer { text in
            let tree = MarkdownTree(parsing: text)
            return (tree.links(in: text) + tree.linkDefinitions(in: text)).map { Array(text[$0.targetRange]) }
        }
    }

    func read(_ path: NotePath) -> [UInt8]? {
        do throws(FileError) {
            return try runner.disk.read(runner.vault.appending(path)).bytes
        } catch {
            // Whoever asks then does without.
            return nil
        }
    }
}
