// SPDX-License-Identifier: MIT
// A note whose properties a test edits one after the other, each edit applied as a session would.

import NoteMarkdown

/// A note under edits of its properties.
struct EditedNote {
    private(set) var bytes: [UInt8]

    init(_ text: String) { bytes = Array(text.utf8) }
    init(bytes: [UInt8]) { self.bytes = bytes }

    var text: String { String(decoding: bytes, as: UTF8.self) }
    var properties: NoteProperties { NoteProperties(of: bytes) }

    mutating func set(_ key: String, _ text: String) throws {
        try apply(properties.edits(setting: key, to: text))
    }

    mutating func append(_ text: String, to key: String) throws {
        try apply(properties.edits(appending: text, to: key))
    }

    mutating func remove(_ key: String) throws { try apply(properties.edits(removing: key)) }

    mutating func rename(_ key: String, to name: String) throws {
        try apply(properties.edits(renaming: key, to: name))
    }

    /// Applies edits by their shown offsets and file bytes; undoing them must bring the note back.
    private mutating func apply(_ edits: [NoteEdit]) throws {
        var note = try NoteText(bytes: bytes)
        try note.apply(edits)
        let after = note.bytes
        try note.apply(edits.inverse)
        guard note.bytes == bytes else { throw NotUndone() }
        bytes = after
    }

    struct NotUndone: Error {}
}

extension NoteProperties {
    /// Name, type and text of each property.
    var rows: [String] { properties.map { "\($0.key)|\($0.value.kind.rawValue)|\($0.text)" } }
}
