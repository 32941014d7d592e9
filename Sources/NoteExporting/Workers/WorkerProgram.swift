// SPDX-License-Identifier: MIT
// Where the program is that typesets.

internal import NoteKit

/// The program whose processes are the workers.
enum WorkerProgram {
    static let name = "notekit-typeset"

    /// Finds it where companions of the program of this process are.
    ///
    /// - Parameter given: The only place to look in, where one is given.
    /// - Throws: `NotePDFError` with code `.noWorker`, which names the places.
    static func find(_ given: NotePath?) throws(NotePDFError) -> NotePath {
        let program = CompanionProgram(name, at: given)
        if let found = program.find() { return found }
        throw NotePDFError(
            .noWorker,
            "No PDF was made: the program that typesets is not at \(program.tried). Install it there. "
                + "The note is untouched.")
    }
}
