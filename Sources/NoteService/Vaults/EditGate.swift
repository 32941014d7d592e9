// SPDX-License-Identifier: MIT
// How the edits of an open note wait while its file is written, by the daemon itself or by another program.

internal import NoteKit

/// A gate through which the edits of one open note go.
///
/// While it is closed they wait, so that the note has no unsaved edits under which its file would change. None is
/// lost: behind the gate an edit of an older revision is moved along, as always.
final class EditGate: Sendable {
    /// The name of it among all gates.
    let number: Int
    private let gates: EditGates

    /// - Parameter file: The file of the note, from the root.
    init(of file: NotePath, among gates: EditGates) {
        self.gates = gates
        number = gates.add(file)
    }

    deinit { gates.remove(number) }

    /// The note has another path.
    func move(to file: NotePath) { gates.move(number, to: file) }

    /// Makes an edit, once the gate is open.
    func pass<Result, Failure: Error>(
        _ edit: () async throws(Failure) -> Result
    ) async throws(Failure) -> Result {
        await gates.enter(number)
        defer { gates.leave(number) }
        return try await edit()
    }

    /// Writes the note while no edit goes through, and nobody else is writing it.
    func exclusively<Result, Failure: Error>(
        _ write: () async throws(Failure) -> Result
    ) async throws(Failure) -> Result {
        let closing = gates.close(.note(behind: number))
        defer { gates.open(closing) }
        _ = await gates.isClosed(closing)
        return try await write()
    }
}
