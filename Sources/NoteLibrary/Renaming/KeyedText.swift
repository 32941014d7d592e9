// SPDX-License-Identifier: MIT
// Whether a note can hold a link to a file at all, without parsing it.

internal import NoteKit

/// Looks in the bytes of notes for what every link to files of some keys must hold.
struct KeyedText: Sendable {
    /// A run of letters and digits of each key, in lower case; empty where a key has none to speak of.
    private let runs: [[UInt8]]

    /// To look for more than so many costs more than to parse.
    private static let most = 32

    init(_ keys: some Sequence<String>) {
        runs = keys.map { key in
            Array(key.utf8.split { !Self.isPlain($0) }.max { $0.count < $1.count } ?? [])
        }
    }

    /// Whether a byte of a folded name stands for itself or its capital in every name that is folded so. The
    /// Kelvin sign is a capital k, and i has a capital with a dot.
    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "i"), UInt8(ascii: "k"): false
        case 0x61...0x7A, 0x30...0x39: true
        default: false
        }
    }

    /// False only where no link of the note can lead to a file of one of the keys.
    func mayBe(in text: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let start = text.baseAddress,
            start.first(UInt8(ascii: "["), from: 0, to: text.count) < text.count
        else { return false }
        return mayHold(text)
    }

    /// False only where nothing in the note can spell one of the keys, be it a link or not.
    func mayHold(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        // A letter may be written as its number: in a path, in the text, or in quotes of the front matter.
        if Self.mayHoldNumbers(text) { return true }
        return runs.count > Self.most || runs.contains { $0.count < 2 || contains($0, text) }
    }

    /// Whether a letter or digit may be written by its number: `%41`, `&#65;`, and `\\x41` in quotes. The one
    /// named reference that stands for plain letters is `&fjlig;`.
    private static func mayHoldNumbers(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let start = text.baseAddress else { return false }
        var place = 0
        while true {
            place = start.first(UInt8(ascii: "%"), from: place, to: text.count)
            guard place + 2 < text.count else { break }
            if let byte = PercentCoding.decoded(Array(text[place...place + 2]))?.first,
                isPlain(lowered(byte)) || byte | 0x20 == UInt8(ascii: "i") || byte | 0x20 == UInt8(ascii: "k")
            {
                return true
            }
            place += 1
        }
        place = 0
        while true {
            place = start.first(UInt8(ascii: "&"), from: place, to: text.count)
            guard place + 1 < text.count else { break }
            if text[place + 1] == UInt8(ascii: "#") || text[place + 1] == UInt8(ascii: "f") { return true }
            place += 1
        }
        return start.first(UInt8(ascii: "\\"), from: 0, to: text.count) < text.count
            && (text.starts(with: "---".utf8) || text.starts(with: "\u{FEFF}---".utf8))
    }

    private func contains(_ run: [UInt8], _ text: UnsafeBufferPointer<UInt8>) -> Bool {
        guard text.count >= run.count else { return false }
        var skips = [Int](repeating: run.count, count: 256)
        for (place, byte) in run.dropLast().enumerated() {
            skips[Int(byte)] = run.count - 1 - place
            if byte >= 0x61 { skips[Int(byte & 0xDF)] = run.count - 1 - place }
        }
        var end = run.count - 1
        while end < text.count {
            var place = 0
            while place < run.count, Self.lowered(text[end - place]) == run[run.count - 1 - place] {
                place += 1
            }
            if place == run.count { return true }
            end += skips[Int(text[end])]
        }
        return false
    }

    private static func lowered(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }
}
