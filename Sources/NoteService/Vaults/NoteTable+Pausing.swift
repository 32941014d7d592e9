// SPDX-License-Identifier: MIT
// How open notes are held still while a change of the vault writes their files.

internal import NoteKit

extension NoteTable {
    /// Saves what can be saved, so that the files hold what was typed.
    func saveAll() async { await Self.save(all) }

    /// Holds the edits of notes back, those of them that are open, until `goOn(_:)`.
    ///
    /// - Returns: The notes that are held back, and the paths of all open notes whose files may not be written:
    ///   they have unsaved edits that cannot be saved, or may have some at any time.
    func pause(_ paths: Set<NotePath>) async -> (paused: [HeldNote], unsettled: Set<NotePath>) {
        let paused = paths.sorted().compactMap { holdIfOpen($0) }
        var settled: Set<NotePath> = []
        for note in paused {
            await note.gate.close()
            await Self.save(note)
            if await !note.session.snapshot.isUnsaved { settled.insert(note.path) }
        }
        return (paused, Set(all.map(\.path)).subtracting(settled))
    }

    /// Holds back the edits of the open notes that a condition names, until `goOn(_:)`.
    ///
    /// - Parameter isMeant: Is asked with the path of each open note.
    /// - Returns: The notes that are held back, and those of them whose edits could not be saved.
    func hold(
        where isMeant: @Sendable (NotePath) -> Bool
    ) async -> (held: [HeldNote], unsaved: [(note: NotePath, error: SessionError)]) {
        let held = all.map(\.path).filter(isMeant).sorted().compactMap { holdIfOpen($0) }
        // Together, before anybody has to wait: each save waits for the disk.
        await Self.save(held)
        var unsaved: [(note: NotePath, error: SessionError)] = []
        for note in held {
            await note.gate.close()
            do throws(SessionError) {
                if await note.session.snapshot.isUnsaved { try await note.session.save() }
            } catch {
                unsaved.append((note.path, error))
            }
        }
        return (held, unsaved)
    }

    /// Has notes take in what happened to their files, and lets edits through again.
    func goOn(_ paused: [HeldNote]) async {
        for note in paused {
            do throws(SessionError) {
                try await note.session.look()
            } catch {
                // It is closed, or its file cannot be read, which its status tells.
            }
            await catchUp(note)
            note.gate.open()
            await release(note)
        }
    }

    private static func save(_ notes: [HeldNote]) async {
        await withTaskGroup(of: Void.self) { group in
            for note in notes { group.addTask { await save(note) } }
        }
    }

    private static func save(_ note: HeldNote) async {
        guard await note.session.snapshot.isUnsaved else { return }
        do throws(SessionError) {
            try await note.session.save()
        } catch {
            // Its edits stay in the session, and its file is left alone.
        }
    }
}
