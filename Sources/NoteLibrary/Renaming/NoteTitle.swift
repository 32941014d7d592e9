// SPDX-License-Identifier: MIT
// Which titles a note may get.

internal import NoteKit

/// The title that somebody wants a note to have.
enum NoteTitle {
    /// The path of a note once it has a title: the folder and the ending stay.
    ///
    /// - Throws: `LibraryError` with code `.invalidName`, which says why no note can be called so.
    static func path(of note: NotePath, titled title: String) throws(LibraryError) -> NotePath {
        let ending = Array(note.name.bytes.suffix(3))
        var name = Array(title.utf8)
        // Who writes the ending means the file.
        if NotesFolder.isNote(NotePath(bytes: name.filter { $0 != 0 })) { name.removeLast(3) }
        if let reason = fault(in: name) {
            throw LibraryError(
                .invalidName, note,
                "'\(note)' cannot be called '\(NotePath(bytes: name.filter { $0 != 0 }))': \(reason). "
                    + "Nothing was changed.")
        }
        guard name.count + ending.count <= NumberedName.longest else {
            throw LibraryError(
                .invalidName, note,
                "'\(note)' cannot get a title of \(name.count) bytes: a file name holds "
                    + "\(NumberedName.longest), its ending included. Nothing was changed.")
        }
        return note.folder.entry(NotePath(bytes: name + ending))
    }

    private static func fault(in name: [UInt8]) -> String? {
        if name.isEmpty { return "a title is never empty" }
        if String(decoding: name, as: UTF8.self).allSatisfy(\.isWhitespace) {
            return "a title is never blank"
        }
        if let text = String(validating: name, as: UTF8.self),
            text.first?.isWhitespace ?? false
                || text.last?.isWhitespace ?? false
        {
            return "a blank at its start or end is not part of a name in a link"
        }
        if name.contains(0) { return "no file name holds a zero byte" }
        if name.contains(UInt8(ascii: "/")) { return "a slash stands between folders" }
        if name.first == UInt8(ascii: ".") { return "a dot in front would hide it" }
        return unlinkable(name)
    }

    /// Why no link could hold a name of a note or of a folder; nil where one can.
    static func unlinkable(_ name: [UInt8]) -> String? {
        if name.contains(where: { $0 == 0x0A || $0 == 0x0D }) { return "no link holds the end of a line" }
        for sign in "|#^[]\\" where name.contains(where: { $0 == sign.asciiValue }) {
            return "no link could name it, as '\(sign)' has a meaning there"
        }
        return nil
    }
}
