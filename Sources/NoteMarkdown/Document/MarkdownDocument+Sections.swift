// SPDX-License-Identifier: MIT
// How thematic breaks divide a document, and how a section is known again after an edit.

extension MarkdownDocument {
    /// The sections of the document in order; takes time in proportion to its length.
    ///
    /// A thematic break owns what follows up to the next one. What stands before the first break is a section
    /// without a break; where there is nothing, there is none.
    public var sections: [MarkdownSection] {
        var sections: [MarkdownSection] = []
        var seen: [UInt64: Int] = [:]
        var divider: Int?
        var start = 0

        func end(_ end: Int) {
            guard divider != nil || start < end else { return }
            let digest = divider == nil ? 0 : digest(of: start..<end)
            let repetition = seen[digest, default: 0]
            seen[digest] = repetition + 1
            sections.append(
                MarkdownSection(
                    id: MarkdownSection.ID(digest: digest, repetition: repetition), divider: divider,
                    blocks: start..<end))
        }
        for index in storage.blocks.indices
        where storage.blocks[index].kind == .thematicBreak && storage.blocks[index].parent < 0 {
            end(index)
            divider = index
            start = index + 1
        }
        end(storage.blocks.count)
        return sections
    }

    /// A digest of kinds and text.
    private func digest(of range: Range<Int>) -> UInt64 {
        var digest: UInt64 = 0xCBF2_9CE4_8422_2325
        func mix(_ word: UInt64) {
            digest = (digest ^ word) &* 0x9E37_79B9_7F4A_7C15
            digest ^= digest >> 32
        }
        for index in range {
            let block = storage.blocks[index]
            mix(UInt64(block.kind.rawValue) << 32 | UInt64(block.textEnd - block.textStart))
        }
        // From the first text on: what says nothing stands before the newline that leads to it.
        let isSilent = { (block: PackedBlock) in block.textStart == block.textEnd }
        guard let first = range.first(where: { !isSilent(storage.blocks[$0]) }),
            let last = range.last(where: { !isSilent(storage.blocks[$0]) })
        else { return digest | 1 }
        let text = Int(storage.blocks[first].textStart)..<Int(storage.blocks[last].textEnd)
        storage.text.withUnsafeBytes { bytes in
            var position = text.lowerBound
            while text.upperBound - position >= 8 {
                mix(bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self).littleEndian)
                position += 8
            }
            while position < text.upperBound {
                mix(UInt64(bytes[position]))
                position += 1
            }
        }
        return digest | 1
    }
}
