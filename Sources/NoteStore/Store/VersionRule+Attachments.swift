// SPDX-License-Identifier: MIT
// Attaching a file to a note changes its file, and makes no version.

internal import NoteMarkdown
internal import NoteSyntax

extension VersionRule {
    /// Any byte that changes makes a version, unless it belongs to the property `attachments`.
    public static let allButAttachments = VersionRule { old, new in
        guard old != new else { return false }
        let (before, after) = (withoutAttachments(old), withoutAttachments(new))
        // The first attachment may bring front matter, which stays, empty, when the last one goes.
        guard before != nil || after != nil else { return true }
        return withoutEmptyFrontmatter(before ?? old) != withoutEmptyFrontmatter(after ?? new)
    }

    private static let name = "attachments"

    /// A file without the property; nil where it has none, or where that cannot be told apart.
    private static func withoutAttachments(_ file: [UInt8]) -> [UInt8]? {
        let properties = NoteProperties(of: file)
        guard properties[name] != nil else { return nil }
        do throws(PropertyError) {
            var rest = file
            for edit in try properties.edits(removing: name) {
                rest.replaceSubrange(
                    edit.fileOffset..<edit.fileOffset + edit.removed.count, with: edit.inserted)
            }
            return rest
        } catch {
            return nil
        }
    }

    /// A file without front matter that holds nothing.
    private static func withoutEmptyFrontmatter(_ file: [UInt8]) -> [UInt8] {
        let empty = file.withUnsafeBufferPointer { bytes in
            Frontmatter(in: bytes).flatMap { $0.text.isEmpty ? $0.range : nil }
        }
        guard let empty else { return file }
        var rest = file
        rest.removeSubrange(empty)
        return rest
    }
}
