// SPDX-License-Identifier: MIT
// A row of a table whose cells are set.

internal import NoteSyntax

/// A row of a table.
final class TableRow {
    struct Cell {
        var text: SetText
        var left: Double
        var right: Double
        var alignment: TableAlignment
    }

    let cells: [Cell]
    let isHead: Bool
    /// The distance of baselines and from the top of a line to its baseline.
    let pitch: Double
    let baseline: Double

    init(cells: [Cell], isHead: Bool, pitch: Double, baseline: Double) {
        self.cells = cells
        self.isHead = isHead
        self.pitch = pitch
        self.baseline = baseline
    }

    var lineCount: Int { cells.reduce(1) { max($0, $1.text.lines.count) } }

    /// Above and below the lines.
    static let padding = 3.5
    static let sidePadding = 6.0
}
