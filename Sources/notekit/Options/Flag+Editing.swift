// SPDX-License-Identifier: MIT
// The flags that several commands have.

internal import NoteProgram

extension Flag {
    /// What an edit was based on.
    static let base = Flag(
        "base", takes: .text("SHA256"), "Refuse when the note no longer has this digest.")
    /// The answer is one JSON object.
    static let jsonObject = Flag("json", "Print one JSON object.")
}
