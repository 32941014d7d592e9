// SPDX-License-Identifier: MIT
// How wide the columns of a table are.

extension NoteFlow {
    /// In tables with more columns no room is won that would be worth setting their rows twice.
    private static let mostEvened = 8

    /// The widths of columns with the space at their sides, by what some rows have in them.
    ///
    /// Each is as wide as its longest line where all of them have room. Else each has its longest word and a
    /// share of the rest by what it lacks, as in tables of web pages, and what its lines then leave over goes
    /// to the others.
    func columnWidths(_ rows: [[StyledText]], _ columns: Range<Int>) -> [Double] {
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
        let widths = zip(natural, least).map { $1 + max(0, $0 - $1) * min(rest, 1) }
        guard columns.count <= Self.mostEvened else { return widths }
        // What one gets and has no use for goes on to the others.
        return (1...3).reduce(widths) { widths, _ in evened(widths, natural, rows) }
    }

    /// Takes from columns what none of their lines needs, for the one that lacks most.
    private func evened(_ widths: [Double], _ natural: [Double], _ rows: [[StyledText]]) -> [Double] {
        let padding = 2 * TableRow.sidePadding
        var used = [Double](repeating: 12 + padding, count: widths.count)
        for row in rows {
            for (column, text) in row.enumerated() where !text.bytes.isEmpty {
                let set = setter.set(text, width: max(widths[column] - padding, 1))
                used[column] = max(used[column], set.width + 0.5 + padding)
            }
        }
        used = zip(used, widths).map { min($0, $1) }
        let left = zip(widths, used).reduce(0) { $0 + $1.0 - $1.1 }
        let lack = zip(natural, used).map { max(0, $0 - $1) }
        guard let neediest = lack.indices.max(by: { lack[$0] < lack[$1] }) else { return widths }
        used[neediest] += min(left, lack[neediest])
        return used
    }
}
