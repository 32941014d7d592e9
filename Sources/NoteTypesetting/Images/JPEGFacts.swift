// SPDX-License-Identifier: MIT
// What a JPEG file says of itself: its size and how it lies, so that it can be embedded as it is.

/// The facts of a JPEG file whose segments are whole.
struct JPEGFacts {
    private(set) var width = 0
    private(set) var height = 0
    /// How many numbers a pixel has: 1 for grey, 3 for colours, 4 for those of a printer.
    private(set) var components = 0
    /// How it lies, as Exif numbers it: 1 is upright.
    private(set) var orientation = 1

    /// Reads the segments; nil where it is no JPEG file, or a broken one.
    init?(_ bytes: [UInt8]) {
        guard bytes.starts(with: [0xFF, 0xD8, 0xFF]) else { return nil }
        var place = 2
        var hasScan = false
        while place + 4 <= bytes.count, !hasScan {
            guard bytes[place] == 0xFF else { return nil }
            let marker = bytes[place + 1]
            if marker == 0xFF {
                place += 1
                continue
            }
            let length = Int(bytes[place + 2]) << 8 | Int(bytes[place + 3])
            guard length >= 2, place + 2 + length <= bytes.count else { return nil }
            let segment = bytes[place + 4..<place + 2 + length]
            switch marker {
            case 0xC0...0xC2 where segment.count >= 6:
                let first = segment.startIndex
                // PDF has no others than those of eight bits.
                guard segment[first] == 8 else { return nil }
                height = Int(segment[first + 1]) << 8 | Int(segment[first + 2])
                width = Int(segment[first + 3]) << 8 | Int(segment[first + 4])
                components = Int(segment[first + 5])
            case 0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF: return nil
            case 0xE1: orientation = Self.orientation(segment) ?? orientation
            case 0xDA: hasScan = true
            default: break
            }
            place += 2 + length
        }
        // A file that was cut off has no end.
        let end = bytes.suffix(64)
        let isWhole = zip(end, end.dropFirst()).contains { $0 == 0xFF && $1 == 0xD9 }
        guard hasScan, isWhole, width > 0, height > 0, [1, 3, 4].contains(components) else { return nil }
    }

    private static func orientation(_ segment: ArraySlice<UInt8>) -> Int? {
        guard segment.starts(with: Array("Exif\0\0".utf8)) else { return nil }
        let tiff = Array(segment.dropFirst(6))
        guard tiff.count >= 14 else { return nil }
        let isLittle = tiff[0] == UInt8(ascii: "I")
        func number(_ place: Int, _ count: Int) -> Int? {
            guard place >= 0, place + count <= tiff.count else { return nil }
            let digits = tiff[place..<place + count]
            return isLittle
                ? digits.reversed().reduce(0) { $0 << 8 | Int($1) } : digits.reduce(0) { $0 << 8 | Int($1) }
        }
        guard let start = number(4, 4), let count = number(start, 2) else { return nil }
        for entry in 0..<count {
            let place = start + 2 + entry * 12
            guard let tag = number(place, 2) else { return nil }
            if tag == 0x0112 { return number(place + 8, 2).flatMap { (1...8).contains($0) ? $0 : nil } }
        }
        return nil
    }
}
