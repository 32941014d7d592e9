// SPDX-License-Identifier: MIT
// The rows of one note, as people and as scripts read them.

internal import NoteJSON
internal import NoteKit

/// Writes the rows of a note.
enum NoteRows {
    /// The rows as JSON objects with commas between them; empty where there are none.
    static func json<View: NoteView>(of view: View.Type, in note: ParsedNote) -> [UInt8] {
        let rows = View.rows(of: note)
        guard !rows.isEmpty else { return [] }
        let path = View.isVaultWide ? note.path.description : nil
        let lines = LineNumbers(of: note.bytes)
        return JSONWriter.elements(rows) { json, row in
            json.object { json in
                if let path { json.field("path", path) }
                View.write(row, of: note, to: &json)
                let range = View.range(of: row)
                json.field("line", lines.line(at: range.lowerBound))
                json.field("start", range.lowerBound)
                json.field("end", range.upperBound)
            }
        }
    }

    /// The rows as lines, each `PATH:LINE:` and then the columns of the view.
    static func text<View: NoteView>(of view: View.Type, in note: ParsedNote) -> [UInt8] {
        let rows = View.rows(of: note)
        guard !rows.isEmpty else { return [] }
        let path = note.path.description
        let lines = LineNumbers(of: note.bytes)
        let table = rows.map { row in
            ["\(path):\(lines.line(at: View.range(of: row).lowerBound)):"] + View.columns(of: row, in: note)
        }
        return aligned(table)
    }

    /// Rows of cells as lines; all cells but the last are padded to the widest of their column.
    static func aligned(_ table: [[String]]) -> [UInt8] {
        let columns = table.map(\.count).max() ?? 0
        let widths = (0..<columns).map { column in
            table.map { $0.count > column + 1 ? $0[column].unicodeScalars.count : 0 }.max() ?? 0
        }
        var text: [UInt8] = []
        for cells in table {
            for (cell, width) in zip(cells.dropLast(), widths) {
                text += cell.utf8
                text += repeatElement(UInt8(ascii: " "), count: width - cell.unicodeScalars.count + 2)
            }
            text += (cells.last ?? "").utf8
            text.append(UInt8(ascii: "\n"))
        }
        return text
    }
}
