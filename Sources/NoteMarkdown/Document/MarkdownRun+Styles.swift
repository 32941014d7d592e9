// SPDX-License-Identifier: MIT
// How a run is shown, and what it is: the styles and their names.

extension MarkdownRun {
    /// How text is shown, and what it is.
    public struct Styles: OptionSet, Hashable, Sendable, BitwiseCopyable {
        /// One bit for each style.
        public let rawValue: UInt16
        /// The styles of these bits.
        public init(rawValue: UInt16) { self.rawValue = rawValue }

        /// Strong: `**`.
        public static let bold = Styles(rawValue: 1)
        /// Emphasis: `*`.
        public static let italic = Styles(rawValue: 2)
        /// `~~`.
        public static let strike = Styles(rawValue: 4)
        /// A span of code.
        public static let code = Styles(rawValue: 8)
        /// `==`.
        public static let highlight = Styles(rawValue: 16)
        /// A link of any kind, an address that is one by itself included.
        public static let link = Styles(rawValue: 32)
        /// A link of Obsidian; it has the style `link` too.
        public static let wikilink = Styles(rawValue: 64)
        /// An image, shown by its description, or an embed of Obsidian, shown by its alias or target.
        public static let embed = Styles(rawValue: 128)
        /// A tag, its sign included.
        public static let tag = Styles(rawValue: 256)
        /// Mathematics within a line.
        public static let math = Styles(rawValue: 512)
        /// The label of a reference to a footnote, or a footnote in the text.
        public static let footnote = Styles(rawValue: 1024)

        /// The names of the styles, in the order of the members above.
        public var names: [String] {
            Self.allNames.enumerated().filter { rawValue & (1 << UInt16($0.offset)) != 0 }.map(\.element)
        }

        private static let allNames = [
            "bold", "italic", "strike", "code", "highlight", "link", "wikilink", "embed", "tag", "math",
            "footnote",
        ]
    }
}
