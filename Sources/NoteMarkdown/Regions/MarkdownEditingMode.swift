// SPDX-License-Identifier: MIT
// The three ways in which an editor can show a note, and what each puts on the screen.

/// How an editor shows a note.
///
/// A mode is about what is on the screen and nothing else: no mode changes a byte, and none is written anywhere.
public enum MarkdownEditingMode: String, Hashable, Sendable, CaseIterable {
    /// The body, rendered, its sections to be folded, and nothing to type into.
    case reading
    /// The body, rendered, but for the region that holds the caret, which is shown as its source.
    case livePreview = "live-preview"
    /// The whole source of the note in one field.
    case source

    /// The mode that an editor opens in. Which one was chosen is remembered nowhere.
    public static let initial = livePreview

    /// Whether there is something to type into.
    public var isEditable: Bool { self != .reading }

    /// Whether a thematic break is shown with a sign that folds what follows it.
    public var foldsSections: Bool { self == .reading }

    /// What is on the screen, from the top to the bottom.
    ///
    /// - Parameters:
    ///   - map: The regions of the note.
    ///   - caret: Where the caret is, in bytes; `nil` for a note that has none. Only Live Preview looks at it.
    public func pieces(of map: MarkdownSourceMap, caret: Int?) -> [MarkdownPiece] {
        switch self {
        case .reading: return map.map { .rendered($0) }
        case .source: return [.source(0..<map.body.upperBound)]
        case .livePreview: return MarkdownLivePreview(map, caret: caret).pieces
        }
    }
}
