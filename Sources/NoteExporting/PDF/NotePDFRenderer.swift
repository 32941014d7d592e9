// SPDX-License-Identifier: MIT
// What a note is typeset from, and how.

/// Typesets a note as a PDF file.
///
/// Here is what it is asked for. `NotePDFWorkers` carries that out in processes of their own; the module
/// `NoteTypesetting`, with the libraries that this takes, adds `render` to do it in this one.
///
/// Text, links, outline and destinations are real; the same input on the same system with the same fonts
/// gives the same bytes. Blocks are laid out one by one and each page is written when it is full, so that
/// a long note takes no more memory than its text, its parse and a page.
public struct NotePDFRenderer: Sendable {
    /// The size of the pages; margins are one inch.
    public enum Paper: Sendable, Hashable, CaseIterable {
        /// US Letter, 8.5 by 11 inches.
        case letter
        /// 210 by 297 millimetres.
        case a4
    }

    /// How notes are typeset.
    public struct Options: Sendable, Hashable {
        /// The size of the pages.
        public var paper = Paper.letter
        /// The language of the text as a BCP 47 tag, for the file's `/Lang` and for the choice between
        /// fonts of Chinese, Japanese and Korean.
        public var language = "en"
        /// Families for text, the wanted first; the system's sans serif is the last resort.
        public var textFonts = ["Noto Sans", "DejaVu Sans"]
        /// Families for code, the wanted first; the system's monospaced font is the last resort.
        public var codeFonts = ["DejaVu Sans Mono", "Noto Sans Mono"]
        /// A configuration of fontconfig in place of the system's.
        public var fontConfiguration: String?

        /// US Letter, English, the fonts above.
        public init() {}
    }

    /// What a note says: nothing of its history, its folder or what is folded.
    public struct Content: Sendable {
        /// Finds the bytes of an image by its name as the note writes it, without `|` and what follows;
        /// nil where there is none. Asked once for each placement, in the note's order. One that is there and
        /// cannot be read throws why.
        public typealias Images = @Sendable (_ name: String) throws -> [UInt8]?

        /// Stands above the text and in the file's properties; nothing is drawn of an empty one.
        public var title: String
        /// The event date as it is to be shown.
        public var eventDate: String?
        /// The note's bytes; frontmatter and `%%` comments are left out. What is not UTF-8 is shown as U+FFFD.
        public var body: [UInt8]
        /// The drawing, as SVG.
        public var drawing: [UInt8]?
        /// Where images come from.
        public var images: Images

        /// A note's content.
        public init(
            title: String, eventDate: String? = nil, body: [UInt8], drawing: [UInt8]? = nil,
            images: @escaping Images = { _ in nil }
        ) {
            self.title = title
            self.eventDate = eventDate
            self.body = body
            self.drawing = drawing
            self.images = images
        }
    }

    /// How notes are typeset.
    public var options: Options

    /// A renderer with these options.
    public init(options: Options = Options()) { self.options = options }
}
