// SPDX-License-Identifier: MIT
// Whether a text that nobody parses names a file.

internal import NoteFiles
internal import NoteKit

/// A text such as a base of Obsidian, whose filters and formulas may name files in ways that nobody foresees: what
/// counts is whether the name of a file stands in it, whatever its case and the form of its accents.
struct NamingText: Sendable {
    private let folded: [UInt8]

    init(_ bytes: some Collection<UInt8>) { folded = Array(FoldedName.folded(bytes).utf8) }

    /// Whether a path is that of a base.
    static func isBase(_ path: NotePath) -> Bool { VaultNames.key(of: path).hasSuffix(".base") }

    /// Whether the name of a file stands in it.
    func names(_ file: NotePath) -> Bool {
        let name = Array(FoldedName.folded(file.name.bytes).utf8)
        guard let first = name.first else { return false }
        return folded.indices.contains { folded[$0] == first && folded[$0...].starts(with: name) }
    }
}
