// SPDX-License-Identifier: MIT
// Where the programs are that belong to the one that runs.

internal import Glibc
package import NoteFiles

/// A program that this one starts, so that it need not load what only that one needs.
package struct CompanionProgram: Sendable {
    /// Where it is looked for, in order: beside the program of this process, and in the folder `libexec/notekit`
    /// beside that one's folder.
    package let places: [NotePath]

    /// - Parameters:
    ///   - name: The name of its file.
    ///   - given: The only place to look in, where one is given.
    package init(_ name: String, at given: NotePath? = nil) {
        if let given {
            places = [given]
        } else if let own = Self.own {
            places = [
                own.folder.appending(NotePath(name)),
                own.folder.folder.appending(NotePath("libexec/notekit/\(name)")),
            ]
        } else {
            places = [NotePath("/usr/libexec/notekit/\(name)")]
        }
    }

    /// Finds it; nil where it is in none of the places.
    ///
    /// System calls: `access(2)`.
    package func find() -> NotePath? { places.first { $0.withCString { access($0, X_OK) } == 0 } }

    /// The places for a person: where it was looked for in vain.
    package var tried: String { places.map { "'\($0)'" }.joined(separator: " nor at ") }

    /// The path of this process's program. System calls: `readlink(2)`.
    private static var own: NotePath? {
        var path = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink("/proc/self/exe", &path, path.count)
        guard count > 0 else { return nil }
        return NotePath(bytes: path.prefix(count).map { UInt8(bitPattern: $0) })
    }
}
