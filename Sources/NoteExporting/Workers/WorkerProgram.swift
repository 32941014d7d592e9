// SPDX-License-Identifier: MIT
// Where the program is that typesets.

internal import Glibc
internal import NoteKit

/// The program whose processes are the workers.
enum WorkerProgram {
    static let name = "notekit-typeset"

    /// Finds it beside the program of this process, or in the folder `libexec/notekit` beside that one's folder.
    ///
    /// System calls: `readlink(2)`, `access(2)`.
    ///
    /// - Parameter given: The only place to look in, where one is given.
    /// - Throws: `NotePDFError` with code `.noWorker`, which names the places.
    static func find(_ given: NotePath?) throws(NotePDFError) -> NotePath {
        let places = given.map { [$0] } ?? self.places
        if let found = places.first(where: { $0.withCString { access($0, X_OK) } == 0 }) { return found }
        let tried = places.map { "'\($0)'" }.joined(separator: " nor at ")
        throw NotePDFError(
            .noWorker,
            "No PDF was made: the program that typesets is not at \(tried). Install it there. "
                + "The note is untouched.")
    }

    private static var places: [NotePath] {
        guard let own else { return [NotePath("/usr/libexec/notekit/\(name)")] }
        return [
            own.folder.appending(NotePath(name)),
            own.folder.folder.appending(NotePath("libexec/notekit/\(name)")),
        ]
    }

    /// The path of this process's program.
    private static var own: NotePath? {
        var path = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink("/proc/self/exe", &path, path.count)
        guard count > 0 else { return nil }
        return NotePath(bytes: path.prefix(count).map { UInt8(bitPattern: $0) })
    }
}
