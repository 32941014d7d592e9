// SPDX-License-Identifier: MIT
// Shapes each word of plain text once: a note says few words, and says them often.

internal import CTypesetting

/// Words in their fonts, with their glyphs.
final class WordCache {
    /// A word that was shaped.
    struct Word {
        var glyphs: Range<Int>
        /// Whether the font has all of its characters.
        var isComplete: Bool
    }

    /// A glyph of a word, and how many bytes the cluster that it begins has; 0 when it begins none.
    struct Glyph {
        var index: UInt32
        var advance: Int32
        var right: Int32
        var up: Int32
        var bytes: UInt16
    }

    private struct Entry {
        var hash: UInt64
        var key: Range<Int>
        var font: Int
        var word: Word
    }

    private(set) var glyphs: [Glyph] = []
    private var keys: [UInt8] = []
    private var entries: [Entry] = []
    /// Numbers of entries plus one, by hash; 0 where there is none.
    private var table = [Int32](repeating: 0, count: 4096)
    private let buffer = hb_buffer_create()
    /// No ligatures: cairo gives them the character that the font has for them, and the word could not be found.
    private var ligatures = hb_feature_t(tag: 0x6C69_6761, value: 0, start: 0, end: UInt32.max)

    deinit { hb_buffer_destroy(buffer) }

    /// The glyphs of a word; shapes it where it is new.
    func word(_ bytes: UnsafeBufferPointer<UInt8>, font number: Int, _ font: OpaquePointer) -> Word {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325 ^ UInt64(truncatingIfNeeded: number)
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        hash ^= hash >> 29
        var slot = Int(truncatingIfNeeded: hash) & (table.count - 1)
        while table[slot] != 0 {
            let entry = entries[Int(table[slot]) - 1]
            if entry.hash == hash, entry.font == number, isEqual(entry.key, bytes) { return entry.word }
            slot = (slot + 1) & (table.count - 1)
        }
        // A text without end has words without end; what was first said is as likely to come back.
        if keys.count > 1 << 19 { forget() }
        let word = shaped(bytes, font)
        let start = keys.count
        keys.append(contentsOf: bytes)
        entries.append(Entry(hash: hash, key: start..<keys.count, font: number, word: word))
        insert(entries.count)
        return word
    }

    private func isEqual(_ key: Range<Int>, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard key.count == bytes.count else { return false }
        for place in 0..<bytes.count where keys[key.lowerBound + place] != bytes[place] { return false }
        return true
    }

    private func insert(_ number: Int) {
        if entries.count * 2 > table.count {
            table = [Int32](repeating: 0, count: table.count * 2)
            for place in entries.indices { put(place + 1) }
        } else {
            put(number)
        }
    }

    private func put(_ number: Int) {
        var slot = Int(truncatingIfNeeded: entries[number - 1].hash) & (table.count - 1)
        while table[slot] != 0 { slot = (slot + 1) & (table.count - 1) }
        table[slot] = Int32(number)
    }

    private func forget() {
        keys.removeAll()
        entries.removeAll()
        glyphs.removeAll()
        table = [Int32](repeating: 0, count: 4096)
    }

    private func shaped(_ bytes: UnsafeBufferPointer<UInt8>, _ font: OpaquePointer) -> Word {
        hb_buffer_clear_contents(buffer)
        bytes.withMemoryRebound(to: CChar.self) { text in
            hb_buffer_add_utf8(buffer, text.baseAddress, Int32(text.count), 0, Int32(text.count))
        }
        hb_buffer_set_direction(buffer, HB_DIRECTION_LTR)
        hb_buffer_guess_segment_properties(buffer)
        hb_shape(font, buffer, &ligatures, 1)
        var count: UInt32 = 0
        let start = glyphs.count
        var isComplete = true
        guard let infos = hb_buffer_get_glyph_infos(buffer, &count),
            let positions = hb_buffer_get_glyph_positions(buffer, &count)
        else { return Word(glyphs: start..<start, isComplete: false) }
        for place in 0..<Int(count) {
            let cluster = infos[place].cluster
            let beginsCluster = place == 0 || infos[place - 1].cluster != cluster
            var bytesOfCluster = 0
            if beginsCluster {
                var next = place + 1
                while next < Int(count), infos[next].cluster == cluster { next += 1 }
                bytesOfCluster =
                    Int(next < Int(count) ? infos[next].cluster : UInt32(bytes.count)) - Int(cluster)
            }
            if infos[place].codepoint == 0 || bytesOfCluster < 0 || bytesOfCluster > 64 { isComplete = false }
            glyphs.append(
                Glyph(
                    index: infos[place].codepoint, advance: positions[place].x_advance,
                    right: positions[place].x_offset, up: positions[place].y_offset,
                    bytes: UInt16(clamping: bytesOfCluster)))
        }
        return Word(glyphs: start..<glyphs.count, isComplete: isComplete)
    }
}
