// SPDX-License-Identifier: MIT
// What changed between two texts, in the form that patch(1) reads.

internal import NoteKit

/// A difference with three lines of context, as `diff -u` prints it. Lines that end in another way have changed.
struct UnifiedDifference {
    private static let context = 3

    /// The difference; nothing where there is none.
    let bytes: [UInt8]

    init(from old: [UInt8], named oldName: String, to new: [UInt8], named newName: String) {
        let hunks = TextComparison(from: old, to: new).hunks
        let (oldLines, newLines) = (Self.lines(of: old), Self.lines(of: new))
        guard !hunks.isEmpty else {
            // Only a byte order mark came or went.
            bytes = old == new ? [] : Array("The byte order mark differs.\n".utf8)
            return
        }
        var text = Array("--- \(oldName)\n+++ \(newName)\n".utf8)
        var first = 0
        while first < hunks.count {
            var last = first
            while last + 1 < hunks.count,
                hunks[last + 1].oldLines.lowerBound - hunks[last].oldLines.upperBound <= 2 * Self.context
            {
                last += 1
            }
            let group = hunks[first...last]
            let before = min(Self.context, hunks[first].oldLines.lowerBound)
            let after = min(Self.context, oldLines.count - hunks[last].oldLines.upperBound)
            let olds = hunks[first].oldLines.lowerBound - before..<hunks[last].oldLines.upperBound + after
            let news = hunks[first].newLines.lowerBound - before..<hunks[last].newLines.upperBound + after
            text += "@@ -\(Self.place(olds)) +\(Self.place(news)) @@\n".utf8
            var line = olds.lowerBound
            for hunk in group {
                for index in line..<hunk.oldLines.lowerBound { Self.add(" ", oldLines[index], to: &text) }
                for index in hunk.oldLines { Self.add("-", oldLines[index], to: &text) }
                for index in hunk.newLines { Self.add("+", newLines[index], to: &text) }
                line = hunk.oldLines.upperBound
            }
            for index in line..<olds.upperBound { Self.add(" ", oldLines[index], to: &text) }
            first = last + 1
        }
        bytes = text
    }

    private static func place(_ lines: Range<Int>) -> String {
        // A run of no lines is named for the line before it.
        lines.isEmpty ? "\(lines.lowerBound),0" : "\(lines.lowerBound + 1),\(lines.count)"
    }

    private static func add(_ sign: Unicode.Scalar, _ line: ArraySlice<UInt8>, to text: inout [UInt8]) {
        text.append(UInt8(ascii: sign))
        text += line
        if line.last != 0x0A, line.last != 0x0D { text += "\n\\ No newline at end of file\n".utf8 }
    }

    /// The lines of a file with their endings, as the comparison counts them: without a byte order mark.
    private static func lines(of text: [UInt8]) -> [ArraySlice<UInt8>] {
        var lines: [ArraySlice<UInt8>] = []
        var start = text.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        var at = start
        while at < text.count {
            let byte = text[at]
            at += 1
            if byte == 0x0D, at < text.count, text[at] == 0x0A { at += 1 }
            guard byte == 0x0A || byte == 0x0D else { continue }
            lines.append(text[start..<at])
            start = at
        }
        if start < text.count { lines.append(text[start...]) }
        return lines
    }
}
