// SPDX-License-Identifier: MIT
// How tables are laid out: columns as wide as they need where that fits, rows that stay whole.

internal import NoteExporting
internal import NoteMarkdown
internal import NoteSyntax

extension NoteFlow {
    /// How many rows say how wide the columns are.
    private static let sample = 200
    /// A column is never narrower, with the space at its sides.
    static let narrowestColumn = 24.0

    /// Lays a table out; one with too many columns in several parts, one below the other.
    func add(_ table: MarkdownTable) throws(NotePDFError) {
        guard table.columnCount > 0 else { return }
        let width = container.right - container.left
        let most = max(1, Int(width / Self.narrowestColumn))
        let parts = (table.columnCount + most - 1) / most
        let share = (table.columnCount + parts - 1) / parts
        let alignments = table.alignments
        var first = 0
        while first < table.columnCount {
            try add(table, columns: first..<min(first + share, table.columnCount), alignments)
            first += share
        }
    }

    private func add(
        _ table: MarkdownTable, columns: Range<Int>, _ alignments: [TableAlignment]
    ) throws(NotePDFError) {
        var head: TableRow?
        let step = TypeScale.table
        var sampled: [[StyledText]] = []
        for row in table.rows.prefix(Self.sample) {
            sampled.append(try texts(of: row, columns, isHead: sampled.isEmpty))
        }
        let widths = columnWidths(sampled, columns)
        let width = widths.reduce(0, +)
        let direction = direction(of: sampled)
        // The first column is where reading begins, and the table at that margin.
        var lefts: [Double] = []
        var edge = direction == .rightToLeft ? container.right : container.left
        let left = direction == .rightToLeft ? edge - width : edge
        for width in widths {
            if direction == .rightToLeft { edge -= width }
            lefts.append(edge)
            if direction == .leftToRight { edge += width }
        }
        gap = max(gap, step.above)
        let group = nextGroup()
        for (number, row) in table.rows.enumerated() {
            let texts =
                number < sampled.count ? sampled[number] : try texts(of: row, columns, isHead: number == 0)
            let set = setRow(
                texts, widths, lefts, direction, alignments, columns, isHead: number == 0)
            if number == 0 { head = set }
            try add(set, head: number == 0 ? nil : head, left: left, width: width, group)
            // The head never stands alone.
            if number == 0, table.rows.count > 1 { isNextGlued = true }
        }
        gap = step.below
    }

    /// The texts of a row's cells; none of a row that ends before these columns.
    private func texts(
        of row: MarkdownTable.Row, _ columns: Range<Int>, isHead: Bool
    ) throws(NotePDFError) -> [StyledText] {
        guard columns.lowerBound < row.count else { return [] }
        var texts: [StyledText] = []
        let style = InlineStyle(size: TypeScale.table.size, color: container.color, isBold: isHead)
        for column in columns {
            texts.append(column < row.count ? try text(of: row[column].runs, style) : StyledText())
        }
        return texts
    }

    // MARK: Columns

    /// The direction of most cells that have one.
    private func direction(of rows: [[StyledText]]) -> TextDirection {
        var balance = 0
        for row in rows {
            for text in row {
                guard let direction = text.direction else { continue }
                balance += direction == .rightToLeft ? 1 : -1
            }
        }
        return balance > 0 ? .rightToLeft : .leftToRight
    }

    // MARK: Rows

    private func setRow(
        _ texts: [StyledText], _ widths: [Double], _ lefts: [Double], _ direction: TextDirection,
        _ alignments: [TableAlignment], _ columns: Range<Int>, isHead: Bool
    ) -> TableRow {
        let padding = TableRow.sidePadding
        var cells: [TableRow.Cell] = []
        var (pitch, baseline) = setter.lineMetrics(nil, TypeScale.table)
        for (number, text) in texts.enumerated() where !text.bytes.isEmpty {
            let left = lefts[number]
            let right = left + widths[number]
            let set = setter.set(
                text, width: max(right - left - 2 * padding, 1), direction: text.direction ?? direction)
            let metrics = setter.lineMetrics(set, TypeScale.table)
            pitch = max(pitch, metrics.height)
            baseline = max(baseline, metrics.baseline)
            let column = columns.lowerBound + number
            cells.append(
                TableRow.Cell(
                    text: set, left: left + padding, right: right - padding,
                    alignment: column < alignments.count ? alignments[column] : .none))
        }
        return TableRow(cells: cells, isHead: isHead, pitch: pitch, baseline: baseline)
    }

    /// Adds a row: whole, or line by line where it is too tall to be moved as a whole.
    private func add(
        _ row: TableRow, head: TableRow?, left: Double, width: Double, _ group: Int
    ) throws(NotePDFError) {
        let container = container
        let count = row.lineCount
        let height = Double(count) * row.pitch + 2 * TableRow.padding
        if height < size.textHeight / 2 {
            return try add(
                Box(
                    content: .row(row, lines: 0..<count), left: left, right: left + width, height: height,
                    baseline: TableRow.padding + row.baseline, frame: container.frame,
                    role: .table,
                    group: group, head: head))
        }
        for line in 0..<count {
            let isFirst = line == 0
            let padding = (isFirst ? TableRow.padding : 0) + (line == count - 1 ? TableRow.padding : 0)
            try add(
                Box(
                    content: .row(row, lines: line..<line + 1), left: left, right: left + width,
                    height: row.pitch + padding,
                    baseline: (isFirst ? TableRow.padding : 0) + row.baseline,
                    isGlued: line == 1 || line > 0 && line == count - 1, frame: container.frame, role: .table,
                    group: group, head: head))
        }
    }
}
