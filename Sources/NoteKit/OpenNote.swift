// SPDX-License-Identifier: MIT
// One note from reading to saving: edit it in memory, put it back if nobody else has.

/// A note that was opened, is edited in memory, and is saved as compare-and-swap.
///
/// ```swift
/// var note = try OpenNote(at: NotePath("journal/may.md"))
/// note.text.replace(note.text.count..<note.text.count, with: "One more line.\n")
/// let outcome = try note.save()
/// ```
///
/// A value: a copy is a second opening of the same reading. It keeps no file open and watches nothing;
/// it learns what others did when it saves.
public struct OpenNote: Sendable {
    /// The path as it was given.
    public let path: NotePath
    /// The text, to be edited.
    public var text: NoteText
    /// The bytes that the file held when it was last read or saved: what edits are based on.
    public private(set) var base: [UInt8]
    /// When the note was made, as far as anybody recorded it.
    public let created: FileTime?

    /// When the text that was read had last been changed, as its file tells; nil once it was saved.
    public private(set) var edited: FileTime?

    private let disk: NoteDisk

    /// Reads a note.
    ///
    /// Changes nothing on disk. See `NoteDisk.read`.
    ///
    /// - Throws: `NoteOpeningError`: the file cannot be read, or is not UTF-8 text and must not be
    ///   rewritten.
    public init(at path: NotePath, on disk: NoteDisk = NoteDisk()) throws(NoteOpeningError) {
        let snapshot: NoteSnapshot
        do throws(FileError) {
            snapshot = try disk.read(path)
        } catch {
            throw .file(error)
        }
        do throws(UnreadableText) {
            text = try NoteText(bytes: snapshot.bytes)
        } catch {
            throw .unreadable(path, error)
        }
        self.path = path
        self.disk = disk
        base = snapshot.bytes
        created = snapshot.created
        edited = snapshot.facts.modified
    }

    /// Whether saving would write anything.
    public var hasUnsavedEdits: Bool { !text.holds(base) }

    /// Writes the text, if it differs from what was read and the file still holds that.
    ///
    /// In a conflict, and when it throws, the text stays here and can be saved again or kept with
    /// `NoteDisk.keep`. See `NoteDisk.replace` for what holds on the disk and after a crash.
    ///
    /// - Throws: `FileError` as `NoteDisk.replace` does.
    public mutating func save() throws(FileError) -> SaveOutcome {
        guard case .write(let bytes) = text.writePlan(base: base) else { return .unchanged }
        let outcome = try disk.replace(path, with: bytes, base: base)
        switch outcome {
        case .saved, .unchanged: (base, edited) = (bytes, nil)
        case .conflict: break
        }
        return outcome
    }
}

/// Why a note cannot be opened for editing.
public enum NoteOpeningError: Error, Sendable, CustomStringConvertible {
    /// The file cannot be read.
    case file(FileError)
    /// The file is not UTF-8 text. It is never rewritten.
    case unreadable(NotePath, UnreadableText)

    /// A sentence for a person; never note text.
    public var description: String {
        switch self {
        case .file(let error): error.description
        case .unreadable(let path, let reason): "'\(path)': \(reason)"
        }
    }
}
