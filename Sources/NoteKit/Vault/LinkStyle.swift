// SPDX-License-Identifier: MIT
// The two ways in which a link names a file.

public import NoteSyntax

/// How a link names a file.
public enum LinkStyle: Hashable, Sendable {
    /// `[[name]]`, `![[name]]`: a path from the vault's top, or the end of one.
    case wikilink
    /// `[](path)`, `![](path)`: from the note's own folder, percent signs decoded.
    case path

    /// How a link of a kind names its file.
    public init(_ kind: MarkdownLink.Kind) {
        switch kind {
        case .wikilink, .embed: self = .wikilink
        case .link, .image, .reference, .url: self = .path
        }
    }
}
