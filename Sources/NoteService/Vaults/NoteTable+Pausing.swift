// SPDX-License-Identifier: MIT
// How open notes are held still while a change of the vault writes their files.

internal import NoteKit

extension NoteTable {
    /// Saves what can be saved, so that the files hold what was typed.
    func saveAll() async {
        await withTaskGroup(of: Void.self) { group in
            for note in all { group.addTask { _ = await Self.problemOfSaving(note) } }
        }
    }

    /// Holds the edits of notes back, those of them that are open or opened later, until `goOn(_:)`.
    ///
    /// - Returns: What holds them back, and the paths of all open notes whose files may not be written: they have
    ///   unsaved edits that cannot be saved, or may have some at any time.
    func pause(_ paths: Set<NotePath>) async -> (closing: EditGates.Closing, unsettled: Set<NotePath>) {
        let closing = gates.close(.files(Set(paths.map(vault.appending))))
        _ = await gates.isClosed(closing)
        let saved = await save(behind: gates.gates(of: closing))
        let settled = saved.lazy.filter { $0.problem == nil }.map(\.note)
        return (closing, Set(all.map(\.path)).subtracting(settled))
    }

    /// Has notes that were paused take in what happened to their files, and lets edits through again.
    func goOn(_ closing: EditGates.Closing) async {
        await look(behind: gates.gates(of: closing))
        gates.open(closing)
    }

    /// Saves the notes behind closed gates, all together: each save waits for the disk.
    ///
    /// - Returns: The notes, and what could not be saved.
    func save(behind gates: Set<Int>) async -> [(note: NotePath, problem: SessionError?)] {
        await forEach(behind: gates) { note in (note.path, await Self.problemOfSaving(note)) }
    }

    /// Has the notes behind closed gates take in what happened to their files.
    func look(behind gates: Set<Int>) async {
        _ = await forEach(behind: gates) { note in
            do throws(SessionError) {
                try await note.session.look()
            } catch {
                // It is closed, or its file cannot be read, which its status tells.
            }
            await self.catchUp(note)
        }
    }

    private func forEach<Made: Sendable>(
        behind gates: Set<Int>, _ body: @escaping @Sendable (HeldNote) async -> Made
    ) async -> [Made] {
        let notes = all.filter { gates.contains($0.gate.number) }.compactMap { holdIfOpen($0.path) }
        let made = await withTaskGroup(of: Made.self) { group in
            for note in notes { group.addTask { await body(note) } }
            var made: [Made] = []
            for await one in group { made.append(one) }
            return made
        }
        for note in notes { await release(note) }
        return made
    }

    private static func problemOfSaving(_ note: HeldNote) async -> SessionError? {
        guard await note.session.snapshot.isUnsaved else { return nil }
        do throws(SessionError) {
            try await note.session.save()
            return nil
        } catch {
            // Its edits stay in the session, and its file is left alone.
            return error
        }
    }
}
