// SPDX-License-Identifier: MIT
// Where an output really lies, and whether what is put there would be a note.

internal import Glibc
internal import NoteKit

/// The real place of a path that need not be there yet.
struct OutputPlace: Sendable {
    /// The path with the links of all folders followed.
    private let real: [UInt8]
    /// The vault that it lies in; nil where it lies in none.
    private let vault: NotePath?

    /// Whether it lies in a vault, be it in a hidden folder.
    var isInVault: Bool { vault != nil }

    /// Finds the nearest folder above that is there.
    ///
    /// System calls: those of `realpath(3)`, and `stat(2)` in each folder above.
    ///
    /// - Parameter path: A folder, or what is to become one.
    init(of path: NotePath) throws(FileError) {
        var present = path
        var missing: [NotePath] = []
        while true {
            if let found = Self.real(present) {
                vault = try Self.vault(of: found)
                var real = found
                for name in missing.reversed() {
                    // What is not there is no link, so its folder is the one before.
                    real = name == NotePath("..") ? real.folder : real.appending(name)
                }
                self.real = real.bytes
                return
            }
            guard errno == ENOENT || errno == ENOTDIR, present != present.folder else {
                throw FileError(.find, path, call: "realpath", answer: -Int(errno))
            }
            if present.name != NotePath(".") { missing.append(present.name) }
            present = present.folder
        }
    }

    /// Whether a Markdown file here would be a note of the vault or of one of these folders: nothing hidden is.
    func isAmongNotes(of folders: [NotePath]) -> Bool {
        ([vault].compactMap { $0 } + folders.compactMap(Self.real)).contains { isSeen(below: $0) }
    }

    private func isSeen(below folder: NotePath) -> Bool {
        let start = folder == NotePath("/") ? [] : folder.bytes
        let slash = UInt8(ascii: "/")
        guard real.starts(with: start), real.count == start.count || real[start.count] == slash else {
            return false
        }
        return real[start.count...].split(separator: slash).allSatisfy { $0.first != UInt8(ascii: ".") }
    }

    private static func vault(of folder: NotePath) throws(FileError) -> NotePath? {
        // Any name would do: it is the folder's own place that is asked for.
        let place = try NotePlace(of: folder.appending(NotePath("note.md")))
        return place.isInVault ? place.vault : nil
    }

    private static func real(_ path: NotePath) -> NotePath? {
        guard let resolved = path.withCString({ realpath($0, nil) }) else { return nil }
        defer { free(resolved) }
        return NotePath(bytes: Array(UnsafeRawBufferPointer(start: resolved, count: strlen(resolved))))
    }
}
