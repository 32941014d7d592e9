// SPDX-License-Identifier: MIT
// How tables are laid out: columns as wide as they need where that fits, rows that stay whole.

internal import NoteMarkdown

extension NoteFlow {
    /// How many rows say how wide the columns are.
    private static let sample = 200
    /// A column is never narrower, with the space at its sides.
    private static let narrowestColumn = 24.0

    /// Lays a table out; one with too many columns in several parts, one below the other.
    func add(_ table: MarkdownTable) throws(NotePDFError) {
        guard table.columnCount > 0 else { return }
        let width = container.right - container.left
        let most = max(1, Int(width / Self.narrowestColumn))
        let parts = (table.columnCount + most - 1) / most
        let share = (table.columnCount + parts - 1) / parts
        var first = 0
        while first < table.columnCount {
            try add(table, columns: first..<min(first + share, table.columnCount))
            first += share
        }
    }

    private func add(_ table: MarkdownTable, columns: Range<Int>) throws(NotePDFError) {
        var head: TableRow?
        let step = TypeScale.table
        var sampled: [[StyledText]] = []
        for row in table.rows.prefix(Self.sample) {
            sampled.append(try texts(of: row, columns, isHead: sampled.isEmpty))
        }
        let widths = columnWidths(sampled, columns)
        let alignments = table.alignments
        gap = max(gap, step.above)
        let group = nextGroup()
        for (number, row) in table.rows.enumerated() {
            let texts =
                number < sampled.count ? sampled[number] : try texts(of: row, columns, isHead: number == 0)
            let set = setRow(texts, widths, alignments, columns, isHead: number == 0)
            if number == 0 { head = set }
            try add(set, head: number == 0 ? nil : head, width: widths.reduce(0, +), group)
            // The head never stands alone.
            if number == 0, table.rows.count > 1 { isNextGlued = true }
        }
        gap = step.below
    }

    private func texts(
        of row: MarkdownTable.Row, _ columns: Range<Int>, isHead: Bool
    ) throws(NotePDFError) -> [StyledText] {
        var texts: [StyledText] = []
        let style = InlineStyle(size: TypeScale.table.size, color: container.color, isBold: isHead)
        for column in columns {
            texts.append(column < row.count ? try text(of: row[column].runs, style) : StyledText())
        }
        return texts
    }

    // MARK: Columns

    private func columnWidths(_ rows: [[StyledText]], _ columns: Range<Int>) -> [Double] {
        let space = container.right - container.left
        let padding = 2 * TableRow.sidePadding
        var natural = [Double](repeating: 0, count: columns.count)
        var least = natural
        for row in rows {
            for (column, text) in row.enumerated() where !text.bytes.isEmpty {
                let measure = setter.measure(text)
                natural[column] = max(natural[column], measure.natural)
                least[column] = max(least[column], measure.longestWord)
            }
        }
        natural = natural.map { max($0 + 0.5, 12) + padding }
        least = least.map { max($0 + 0.5, 12) + padding }
        let wanted = natural.reduce(0, +)
        if wanted <= space { return natural }
        // No single word takes more than its share as long as others need theirs.
        let share = space / Double(columns.count)
        var needed = least.reduce(0, +)
        if needed > space {
            least = least.map { min($0, max(share, Self.narrowestColumn)) }
            needed = least.reduce(0, +)
        }
        if needed > space { return least.map { $0 * space / needed } }
        let rest = (space - needed) / max(1, zip(natural, least).reduce(0) { $0 + max(0, $1.0 - $1.1) })
        return zip(natural, least).map { $1 + max(0, $0 - $1) * min(rest, 1) }
    }

    // MARK: Rows

    private func setRow(
        _ texts: [StyledText], _ widths: [Double], _ alignments: [TableAlignment], _ columns: Range<Int>,
        isHead: Bool
    ) -> TableRow {
        let padding = TableRow.sidePadding
        var cells: [TableRow.Cell] = []
        var left = container.left
        var (pitch, baseline) = setter.lineMetrics(nil, TypeScale.table)
        for (number, text) in texts.enumerated() {
            let right = left + widths[number]
            let set = setter.set(text, width: max(right - left - 2 * padding, 1))
            let metrics = setter.lineMetrics(set, TypeScale.table)
            pitch = max(pitch, metrics.height)
            baseline = max(baseline, metrics.baseline)
            let column = columns.lowerBound + number
            cells.append(
                TableRow.Cell(
                    text: set, left: left + padding, right: right - padding,
                    alignment: column < alignments.count ? alignments[column] : .none))
            left = right
        }
        return TableRow(cells: cells, isHead: isHead, pitch: pitch, baseline: baseline)
    }

    /// Adds a row: whole, or line by line where it is too tall to be moved as a whole.
    private func add(_ row: TableRow, head: TableRow?, width: Double, _ group: Int) throws(NotePDFError) {
        let container = container
        let count = row.lineCount
        let height = Double(count) * row.pitch + 2 * TableRow.padding
        if height < size.textHeight / 2 {
            return try add(
                Box(
                    content: .row(row, lines: 0..<count), left: container.left, right: container.left + width,
                    height: height, baseline: TableRow.padding + row.baseline, frame: container.frame,
                    role: .table,
                    group: group, head: head))
        }
        for line in 0..<count {
            let isFirst = line == 0
            let padding = (isFirst ? TableRow.padding : 0) + (line == count - 1 ? TableRow.padding : 0)
            try add(
                Box(
                    content: .row(row, lines: line..<line + 1), left: container.left,
                    right: container.left + width, height: row.pitch + padding,
                    baseline: (isFirst ? TableRow.padding : 0) + row.baseline,
                    isGlued: line == 1 || line > 0 && line == count - 1, frame: container.frame, role: .table,
                    group: group, head: head))
        }
    }
}
