// SPDX-License-Identifier: MIT
// How a view keeps what it parsed until the text changes.

/// The document of a text, parsed again only when the text is another one.
///
/// Holds one text at a time, with its document and sections. Texts are the same when their bytes are.
public struct ParsedMarkdown: Sendable {
    private var source: [UInt8]?
    /// The document of the last text.
    public private(set) var document: MarkdownDocument
    /// Its sections, divided once with the parse.
    public private(set) var sections: [MarkdownSection]
    /// How many texts were parsed so far.
    public private(set) var parseCount = 0

    /// Holds the document of no text.
    public init() {
        document = MarkdownDocument(parsing: [])
        sections = []
    }

    /// Makes `document` that of a text; does nothing when it is already.
    ///
    /// - Parameter bytes: The bytes of the file, or of the shown text.
    /// - Returns: Whether the text was another one.
    @discardableResult
    public mutating func show(_ bytes: [UInt8]) -> Bool {
        if let source, source == bytes { return false }
        source = bytes
        document = MarkdownDocument(parsing: bytes)
        sections = document.sections
        parseCount += 1
        return true
    }
}
