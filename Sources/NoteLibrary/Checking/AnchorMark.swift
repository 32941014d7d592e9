// SPDX-License-Identifier: MIT
// When a heading is the one that a link names.

internal import NoteKit

/// The letters and digits of a heading, hashed: so many notes have headings that their text is not kept.
///
/// Obsidian ignores most signs when it looks for a heading, and addresses of web pages turn spaces into hyphens
/// and leave signs out; so only letters and digits count, whatever their case. Two headings that differ in signs
/// alone count as one; that hides a dead link at worst.
struct AnchorMark: Hashable, Sendable {
    private let hash: UInt64

    /// The mark of some text.
    init(_ text: some StringProtocol) {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        // FNV-1a: equal in every process, and in every run.
        func take(_ byte: UInt8) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        for byte in Self.plain(text) { take(byte) }
        self.hash = hash
    }

    private static func plain(_ text: some StringProtocol) -> [UInt8] {
        if text.utf8.allSatisfy({ $0 < 0x80 }) {
            return text.utf8.compactMap { byte in
                let lower = byte &- 0x41 < 26 ? byte | 0x20 : byte
                return lower &- 0x61 < 26 || lower &- 0x30 < 10 ? lower : nil
            }
        }
        var plain = ""
        // Compared without the form of accents, see `FoldedName`.
        for scalar in FoldedName.folded(Array(text.utf8)).unicodeScalars
        where scalar.properties.isAlphabetic || scalar.properties.numericType != nil {
            plain.unicodeScalars.append(scalar)
        }
        return Array(plain.utf8)
    }
}
