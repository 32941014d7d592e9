// SPDX-License-Identifier: MIT
// Other programs that write a note, as processes of their own.

import NoteKit

/// Real programs at work in the folder of a bench.
enum OutsideProgram {
    /// Runs a script of the shell. `$1` is the note, `$2` the first argument; the folder of the note is the
    /// present one.
    static func shell(_ script: String, _ note: NotePath, _ argument: String = "") throws {
        try Tool.run(
            "/bin/sh", "-euc", "cd \"$(dirname \"$1\")\"; \(script)", "sh", note.description, argument)
    }

    /// Runs Python. `note` and `text` are the two values that it gets.
    static func python(_ script: String, _ note: NotePath, _ text: String = "") throws {
        try Tool.run(
            "/usr/bin/env", "python3", "-c", "import os, sys\nnote, text = sys.argv[1:3]\n\(script)",
            note.description, text)
    }

    /// The note is truncated and written anew.
    static func truncateAndWrite(_ note: NotePath, _ text: String) throws {
        try shell("printf %s \"$2\" > \"$1\"", note, text)
    }

    /// A new file is renamed over the note.
    static func renameOver(_ note: NotePath, _ text: String) throws {
        try shell("printf %s \"$2\" > .new; mv .new \"$1\"", note, text)
    }
}
