// SPDX-License-Identifier: MIT
// What can go wrong with attachments, besides what can with any change of a vault.

internal import NoteFiles
internal import NoteMarkdown

extension LibraryError.Code {
    /// What is to be attached is a folder, a pipe or a device.
    public static let notAFile = LibraryError.Code("not-a-file")
    /// The front matter is broken, or written in a way that is left alone.
    public static let unsupportedProperty = LibraryError.Code("unsupported-property")
    /// The note is not UTF-8 text, so it is never rewritten.
    public static let unreadable = LibraryError.Code("unreadable")
}

extension LibraryError {
    /// The list of a note's attachments cannot be edited.
    init(_ error: PropertyError, in note: NotePath) {
        self.init(
            error.code == .missing ? .missing : .unsupportedProperty, note,
            "The attachments of '\(note)' were not changed. \(error)")
    }

    /// What is to be attached cannot be copied.
    init(staging error: FileError) {
        guard error.code == .notAFile else {
            self.init(error)
            return
        }
        self.init(
            .notAFile, error.path,
            "'\(error.path)' was not attached: it is not a regular file. Nothing was changed.")
    }
}
