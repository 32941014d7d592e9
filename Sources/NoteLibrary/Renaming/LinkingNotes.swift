// SPDX-License-Identifier: MIT
// Which notes and canvases of a vault may hold links that a rename concerns, and what is to become of them.

internal import NoteKit
internal import NoteStore

/// A note that was read for a rename, with what is to become of it.
struct PlannedNote: Sendable {
    /// Its path on the disk now.
    let path: NotePath
    /// The digest of the text that it has.
    let digest: SHA256Digest
    /// The text with the edits made; empty where there are none.
    let edited: [UInt8]
    let result: LinkRewriting.Result

    init(_ path: NotePath, _ text: UnsafeBufferPointer<UInt8>, _ result: LinkRewriting.Result) {
        self.path = path
        self.result = result
        digest = SHA256Digest(of: UnsafeRawBufferPointer(text))
        edited = result.edits.isEmpty ? [] : result.edits.applied(to: text)
    }
}

/// Looks for the notes that a rename concerns.
struct LinkingNotes {
    let vault: NotePath
    let disk: NoteDisk
    /// Knows which notes may link where; without it every note is looked at.
    let index: SearchIndex?
    /// How targets in some notes were written before an earlier rename, by what they were replaced with.
    var preferences: [NotePath: [[UInt8]: [UInt8]]] = [:]

    /// What was found, ordered by path.
    struct Found {
        var notes: [PlannedNote] = []
        /// Notes that could not be read.
        var unseen: [NotePath] = []
    }

    /// Looks at all notes that may be concerned.
    ///
    /// - Parameters:
    ///   - rewriting: The rename.
    ///   - former: The paths that notes had before, by the ones on the disk, where they are not the same.
    func found(_ rewriting: LinkRewriting, former: [NotePath: NotePath]) throws(LibraryError) -> Found {
        let linking: SearchIndex.Linking?
        do throws(FileError) {
            linking = try index?.notes(mayName: rewriting.keys)
        } catch {
            throw LibraryError(error)
        }
        guard let linking else { return try read(nil, rewriting, former) }
        let paths = Set(linking.notes).union(former.keys).union(rewriting.moves.keys)
            .union(Self.canvases(rewriting))
        var found = try read(paths, rewriting, former)
        found.unseen = Set(found.unseen + linking.skipped.filter(\.reason.isUnseen).map(\.path)).sorted()
        return found
    }

    /// Looks at some notes and canvases; nil for all. Of those that are gone there is nothing to say.
    func read(
        _ paths: Set<NotePath>?, _ rewriting: LinkRewriting, _ former: [NotePath: NotePath]
    ) throws(LibraryError) -> Found {
        var found = Found()
        let names = KeyedText(rewriting.keys)
        let moved = Set(former.keys).union(rewriting.moves.keys)
        do {
            let report = try VaultReader(vault: vault, calls: disk.calls).read(only: paths) { path, bytes in
                guard moved.contains(path) || names.mayBe(in: bytes) else { return nil as PlannedNote? }
                return planned(bytes, path, rewriting, former)
            } use: {
                found.notes.append($0)
            }
            found.unseen = report.skipped.filter { $0.isUnseen && paths?.contains($0.path) ?? true }
                .map(\.path)
            let canvases = try canvases(
                paths.map { $0.filter(CanvasRewriting.isCanvas) } ?? Self.canvases(rewriting), rewriting,
                former)
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

    private func canvases(
        _ paths: some Collection<NotePath>, _ rewriting: LinkRewriting, _ former: [NotePath: NotePath]
    ) throws(FileError) -> Found {
        var found = Found()
        let names = KeyedText(rewriting.keys)
        let root = try NoteRoot(vault, calls: disk.calls)
        for path in paths {
            do throws(FileError) {
                let text = try disk.read(path, below: root).bytes
                let canvas = CanvasRewriting(rewriting: rewriting)
                guard let result = canvas.result(for: text, at: former[path] ?? path) else {
                    // Nobody has drawn anything on an empty one.
                    if !text.isEmpty, text.withUnsafeBufferPointer(names.mayHold) {
                        found.unseen.append(path)
                    }
                    continue
                }
                guard result != LinkRewriting.Result() else { continue }
                found.notes.append(text.withUnsafeBufferPointer { PlannedNote(path, $0, result) })
            } catch {
                // What lies outside of the vault is not written to, and of what is gone there is nothing to say.
                if error.code != .missing, error.code != .leadsOutside { found.unseen.append(path) }
            }
        }
        return found
    }

    private func planned(
        _ text: UnsafeBufferPointer<UInt8>, _ path: NotePath, _ rewriting: LinkRewriting,
        _ former: [NotePath: NotePath]
    ) -> PlannedNote? {
        let result = rewriting.result(
            for: text, at: former[path] ?? path, preferring: preferences[path, default: [:]])
        return result == LinkRewriting.Result() ? nil : PlannedNote(path, text, result)
    }
}
