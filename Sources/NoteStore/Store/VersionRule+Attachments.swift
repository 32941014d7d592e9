// SPDX-License-Identifier: MIT
// Attaching a file to a note changes its file, and makes no version.

internal import NoteMarkdown
internal import NoteSyntax

extension VersionRule {
    /// Any byte that changes makes a version, unless it belongs to the property `attachments`.
    public static let allButAttachments = VersionRule { old, new in
        old != new && withoutAttachments(old) != withoutAttachments(new)
    }

    private static let name = "attachments"

    /// A file without the property, and without front matter that holds nothing else. Where the property cannot
    /// be told apart, the file as it is.
    private static func withoutAttachments(_ file: [UInt8]) -> [UInt8] {
        let properties = NoteProperties(of: file)
        guard properties[name] != nil else { return file }
        do throws(PropertyError) {
            var rest = file
            for edit in try properties.edits(removing: name) {
                rest.replaceSubrange(
                    edit.fileOffset..<edit.fileOffset + edit.removed.count, with: edit.inserted)
            }
            let empty = rest.withUnsafeBufferPointer { bytes in
                Frontmatter(in: bytes).flatMap { $0.text.isEmpty ? $0.range : nil }
            }
            if let empty { rest.removeSubrange(empty) }
            return rest
        } catch {
            return file
        }
    }
}
