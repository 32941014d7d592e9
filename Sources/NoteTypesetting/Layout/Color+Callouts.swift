// SPDX-License-Identifier: MIT
// The colour of each type of callout.

extension Color {
    /// The colour of a callout by its type; types that Obsidian does not know are notes.
    static func callout(_ type: String) -> Color {
        switch type.lowercased() {
        case "tip", "hint", "important", "abstract", "summary", "tldr": Color(0x0F766E)
        case "success", "check", "done": Color(0x1A7F37)
        case "question", "help", "faq", "warning", "caution", "attention": Color(0x9A5B00)
        case "failure", "fail", "missing", "danger", "error", "bug": Color(0xB42318)
        case "example": Color(0x6941C6)
        case "quote", "cite": .quiet
        default: Color(0x0B57A4)
        }
    }
}
