// SPDX-License-Identifier: MIT
// Which file names are those of notes.

internal import NoteFiles

/// What a name says of a file.
package enum NoteName {
    /// Whether a file of this name is a note: it ends in `.md`, in any case, and has something before.
    package static func isNote(_ name: UnsafeRawBufferPointer) -> Bool {
        let count = name.count
        return count > 3 && name[count - 3] == UInt8(ascii: ".")
            && name[count - 2] | 0x20 == UInt8(ascii: "m")
            && name[count - 1] | 0x20 == UInt8(ascii: "d") && name[0] != UInt8(ascii: ".")
    }

    /// The same of the last component of a path.
    static func isNote(_ path: NotePath) -> Bool { path.name.bytes.withUnsafeBytes { isNote($0) } }

    /// The name of a note without its ending, for the screen.
    package static func title(of path: NotePath) -> String {
        String(decoding: path.name.bytes.dropLast(3), as: UTF8.self)
    }
}
