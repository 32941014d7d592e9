// SPDX-License-Identifier: MIT
// How the files that a note places are named in it, which tells where they are looked for.

internal import NoteKit

/// The names in a note's embeds and images.
struct PlacedNames: Sendable {
    private let wikilinks: Set<String>

    /// Reads a note; parses it only where it may place something.
    init(in note: [UInt8]) {
        var names: Set<String> = []
        note.withUnsafeBufferPointer { bytes in
            guard Self.mayPlace(bytes) else { return }
            for link in MarkdownTree(parsing: bytes).links(in: bytes) where link.kind == .embed {
                names.insert(link.target)
                guard let subpath = link.subpathRange else { continue }
                names.insert(
                    link.target
                        + String(decoding: UnsafeBufferPointer(rebasing: bytes[subpath]), as: UTF8.self))
            }
        }
        wikilinks = names
    }

    /// How a name is written in the note.
    func style(of name: String) -> LinkStyle { wikilinks.contains(name) ? .wikilink : .path }

    private static func mayPlace(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        zip(bytes, bytes.dropFirst()).contains { $0 == UInt8(ascii: "!") && $1 == UInt8(ascii: "[") }
    }
}
