// SPDX-License-Identifier: MIT
// How text is written in Markdown so that it reads as itself.

internal import NoteKit

/// Text as Markdown. Plain where the parser says that it reads as itself, with escapes where not.
enum LiteralMarkdown {
    /// One line as a heading of the first level.
    static func heading(_ text: String) -> String { written(text, after: "# ", as: .heading) }

    /// One line as a paragraph: a date may look like the item of a list, as `3. Mai`.
    static func paragraph(_ text: String) -> String { written(text, after: "", as: .paragraph) }

    private static func written(_ text: String, after sign: String, as kind: MarkdownKind) -> String {
        let plain = sign + text
        return reads(plain, as: kind, text) ? plain : sign + escaped(text)
    }

    private static func reads(_ markdown: String, as kind: MarkdownKind, _ text: String) -> Bool {
        let bytes = Array(markdown.utf8)
        return bytes.withUnsafeBufferPointer { buffer in
            let tree = MarkdownTree(parsing: buffer)
            guard let first = tree.first, first.kind == kind, first.descendantCount + 1 == tree.count else {
                return false
            }
            return tree.plainText(of: 0, in: buffer).utf8.elementsEqual(text.utf8)
        }
    }

    private static func escaped(_ text: String) -> String {
        var escaped = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar {
            case "!"..."/", ":"..."@", "["..."`", "{"..."~": escaped.append("\\")
            default: break
            }
            escaped.append(scalar)
        }
        return String(escaped)
    }
}
