// SPDX-License-Identifier: MIT
// Which notes and canvases of a vault may hold links that a rename concerns, and what is to become of them.

internal import NoteKit
internal import NoteStore

/// A note that was read for a rename, with what is to become of it.
struct PlannedNote: Sendable {
    /// Its path on the disk now.
    let path: NotePath
    let text: [UInt8]
    let result: LinkRewriting.Result

    /// The text with the edits made.
    var edited: [UInt8] { text.withUnsafeBufferPointer { result.edits.applied(to: $0) } }
}

/// Looks for the notes that a rename concerns.
struct LinkingNotes {
    let vault: NotePath
    let disk: NoteDisk
    /// Knows which notes link where; without it every note is looked at.
    let index: SearchIndex?
    /// How targets in some notes were written before an earlier rename, by what they were replaced with.
    var preferences: [NotePath: [[UInt8]: [UInt8]]] = [:]

    /// What was found.
    struct Found {
        var notes: [PlannedNote] = []
        /// Notes that could not be read.
        var unseen: [NotePath] = []
    }

    /// - Parameters:
    ///   - rewriting: The rename.
    ///   - former: The paths that notes had before, by the ones on the disk, where they are not the same.
    func found(_ rewriting: LinkRewriting, former: [NotePath: NotePath]) throws(LibraryError) -> Found {
        guard let index else { return try scanned(rewriting, former) }
        do throws(FileError) {
            try index.refresh()
            var paths = Set(former.keys).union(rewriting.moves.keys.filter { rewriting.before.contains($0) })
            for key in rewriting.keys { paths.formUnion(try index.links(toKey: key).map(\.note)) }
            paths.formUnion(Self.canvases(rewriting))
            return try read(paths.sorted(), rewriting, former)
        } catch {
            throw LibraryError(error)
        }
    }

    /// The same of some notes only.
    func read(
        _ paths: [NotePath], _ rewriting: LinkRewriting, _ former: [NotePath: NotePath]
    ) throws(FileError) -> Found {
        var found = Found()
        let root = try NoteRoot(vault, calls: disk.calls)
        for path in paths {
            do throws(FileError) {
                let text = try text(of: path, below: root)
                let note =
                    CanvasRewriting.isCanvas(path)
                    ? planned(canvas: text, path, rewriting, former)
                    : text.withUnsafeBufferPointer { planned($0, path, rewriting, former) }
                if let note { found.notes.append(note) }
            } catch {
                // Of one that is gone there is nothing to say.
                if error.code != .missing { found.unseen.append(path) }
            }
        }
        return found
    }

    private func text(of path: NotePath, below root: NoteRoot) throws(FileError) -> [UInt8] {
        do throws(FileError) {
            return try disk.read(path, below: root).bytes
        } catch {
            // It is no less a note of the vault for that, but none that is written to.
            guard error.code == .leadsOutside else { throw error }
            return try disk.read(vault.appending(path)).bytes
        }
    }

    private func scanned(
        _ rewriting: LinkRewriting, _ former: [NotePath: NotePath]
    ) throws(LibraryError) -> Found {
        var found = Found()
        let names = KeyedText(rewriting.keys)
        let moved = Set(former.keys).union(rewriting.moves.keys)
        do {
            let report = try VaultReader(vault: vault, calls: disk.calls).read { path, bytes in
                guard moved.contains(path) || names.mayBe(in: bytes) else { return nil as PlannedNote? }
                return planned(bytes, path, rewriting, former)
            } use: {
                found.notes.append($0)
            }
            found.unseen = report.skipped.filter(\.isUnseen).map(\.path)
            let canvases = try read(Self.canvases(rewriting), rewriting, former)
            found.notes = (found.notes + canvases.notes).sorted { $0.path < $1.path }
            found.unseen += canvases.unseen
        } catch let error as FileError {
            throw LibraryError(error)
        } catch {
            throw LibraryError(.other, vault, "The notes of '\(vault)' were not read: \(error)")
        }
        return found
    }

    /// The canvases of the vault, which no index knows.
    private static func canvases(_ rewriting: LinkRewriting) -> [NotePath] {
        rewriting.before.files(named: { $0.hasSuffix(".canvas") }).filter(CanvasRewriting.isCanvas)
    }

    private func planned(
        canvas text: [UInt8], _ path: NotePath, _ rewriting: LinkRewriting, _ former: [NotePath: NotePath]
    ) -> PlannedNote? {
        let result = CanvasRewriting(rewriting: rewriting).result(for: text, at: former[path] ?? path)
        return result == LinkRewriting.Result() ? nil : PlannedNote(path: path, text: text, result: result)
    }

    private func planned(
        _ text: UnsafeBufferPointer<UInt8>, _ path: NotePath, _ rewriting: LinkRewriting,
        _ former: [NotePath: NotePath]
    ) -> PlannedNote? {
        // What is not UTF-8 is never rewritten.
        guard UnreadableText(checking: text) == nil else { return nil }
        let result = rewriting.result(
            for: text, at: former[path] ?? path, preferring: preferences[path, default: [:]])
        return result == LinkRewriting.Result()
            ? nil : PlannedNote(path: path, text: Array(text), result: result)
    }
}
