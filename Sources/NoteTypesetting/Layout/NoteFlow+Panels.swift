// SPDX-License-Identifier: MIT
// How code, formulas and HTML are laid out: as their source on a tinted panel.

internal import NoteExporting

extension NoteFlow {
    /// How many lines are set at once: a file in a fence may be of any length.
    private static let portion = 64

    /// Lays source out on a panel that goes on from page to page.
    func addPanel(_ source: ArraySlice<UInt8>) throws(NotePDFError) {
        let step = TypeScale.code
        var inner = container
        gap = max(gap, step.above)
        let hasPanel = pushFrame(.panel, color: .panel, .leftToRight, &inner)
        let inset = inner.right - inner.left > TypeScale.narrowest ? 8.0 : 0
        inner.left += inset
        inner.right -= inset
        inner.isTightItem = false
        containers.append(inner)
        defer { containers.removeLast() }
        if hasPanel {
            try addPadding(TypeScale.panelPadding, isGlued: false)
            isNextGlued = true
            forcedGap = 0
        }
        let face = try setter.book.number(of: Face(family: .code, size: step.size))
        let paint = setter.number(of: Paint())
        var isFirst = true
        var start = source.startIndex
        repeat {
            var end = start
            var lines = 0
            while end < source.endIndex, lines < Self.portion {
                if source[end] == 0x0A { lines += 1 }
                end += 1
            }
            let isLast = end >= source.endIndex
            var portion = source[start..<end]
            if !isLast, portion.last == 0x0A { portion.removeLast() }
            var text = StyledText()
            text.append(Self.withoutTabs(portion), face: face, paint: paint)
            try addLines(of: text, step, isFirst: isFirst, isLast: isLast)
            isFirst = false
            start = end
        } while start < source.endIndex
        if hasPanel {
            forcedGap = 0
            try addPadding(TypeScale.panelPadding, isGlued: true)
        }
        gap = step.below
    }

    private func addLines(
        of text: StyledText, _ step: TypeScale.Step, isFirst: Bool, isLast: Bool
    ) throws(NotePDFError) {
        let container = container
        let set = setter.set(
            text, width: container.right - container.left, wrapping: .characters, direction: .leftToRight)
        let (height, baseline) = setter.lineMetrics(set, step)
        let group = nextGroup()
        for line in set.lines.indices {
            let isGlued = isFirst && line == 1 || isLast && line > 0 && line == set.lines.count - 1
            try add(
                Box(
                    content: .line(set, line), left: container.left, right: container.right, height: height,
                    baseline: baseline, isGlued: isGlued, frame: container.frame, role: .paragraph,
                    group: group))
        }
    }

    /// Tabs as blanks up to the next multiple of four.
    private static func withoutTabs(_ text: ArraySlice<UInt8>) -> [UInt8] {
        guard text.contains(0x09) else { return Array(text) }
        var result: [UInt8] = []
        var column = 0
        for byte in text {
            switch byte {
            case 0x09:
                let blanks = 4 - column % 4
                result.append(contentsOf: repeatElement(0x20, count: blanks))
                column += blanks
            case 0x0A:
                result.append(byte)
                column = 0
            default:
                result.append(byte)
                if byte & 0xC0 != 0x80 { column += 1 }
            }
        }
        return result
    }
}
