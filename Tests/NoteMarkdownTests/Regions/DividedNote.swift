// SPDX-License-Identifier: MIT
// A text with its regions, as the tests on regions want it.

import NoteMarkdown

/// A text and its division.
struct DividedNote {
    var bytes: [UInt8]
    var map: MarkdownSourceMap

    init(_ text: String) { self.init(Array(text.utf8)) }

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        map = MarkdownSourceMap(parsing: bytes)
    }

    subscript(range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    /// What each region holds.
    var texts: [String] { map.map { self[$0.range] } }
    var ranges: [Range<Int>] { map.map(\.range) }

    /// Replaces a range and follows.
    @discardableResult
    mutating func replace(_ range: Range<Int>, with new: [UInt8]) -> MarkdownRegionChange {
        bytes.replaceSubrange(range, with: new)
        return bytes.withUnsafeBufferPointer {
            map.update(replacing: range, withCount: new.count, in: $0)
        }
    }

    /// Replaces the only place that holds a text.
    @discardableResult
    mutating func replace(_ old: String, with new: String) throws -> MarkdownRegionChange {
        replace(try place(of: old), with: Array(new.utf8))
    }

    /// The first place that holds a text.
    func place(of text: String) throws -> Range<Int> {
        let wanted = Array(text.utf8)
        for start in 0...max(0, bytes.count - wanted.count) where bytes[start...].starts(with: wanted) {
            return start..<start + wanted.count
        }
        throw Missing(text: text)
    }

    mutating func prove() { bytes.withUnsafeBufferPointer { map.prove(in: $0) } }

    struct Missing: Error { let text: String }
}
