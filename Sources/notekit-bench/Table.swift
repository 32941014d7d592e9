// SPDX-License-Identifier: MIT
// A table in Markdown on standard output.

/// Prints a table row by row, so that a long run shows what it has.
struct Table {
    init(_ title: String, _ columns: [String]) {
        print("\n**\(title)**\n")
        row(columns)
        row(columns.map { _ in "---" })
    }

    func row(_ cells: [String]) { print("| " + cells.joined(separator: " | ") + " |") }
}
