// SPDX-License-Identifier: MIT
// A table of a document: rows of cells, the first of them the head.

/// A table.
public struct MarkdownTable: Sendable {
    let storage: DocumentStorage
    private let first: Int
    private let end: Int
    /// How many columns it has.
    public let columnCount: Int

    init(storage: DocumentStorage, block: PackedBlock) {
        self.storage = storage
        first = Int(block.first)
        end = Int(block.second)
        columnCount = Int(block.third)
    }

    /// How each column is aligned.
    public var alignments: [TableAlignment] { rows.first.map { $0.map(\.alignment) } ?? [] }

    /// Its rows, the head first.
    public var rows: Rows { Rows(storage: storage, first: first, end: end) }

    /// The rows of a table.
    public struct Rows: RandomAccessCollection, Sendable {
        let storage: DocumentStorage
        let first: Int
        let end: Int

        /// 0.
        public var startIndex: Int { 0 }
        /// How many there are.
        public var endIndex: Int { end - first }

        /// The row with this number.
        public subscript(index: Int) -> Row {
            precondition(index >= 0 && index < endIndex, "row \(index) is not among \(endIndex)")
            return Row(storage: storage, packed: storage.rows[first + index])
        }
    }

    /// The cells of a row. There are no more than columns; what is missing at its end is empty.
    public struct Row: RandomAccessCollection, Sendable {
        let storage: DocumentStorage
        let packed: PackedRow

        /// Its bytes in the source.
        public var range: Range<Int> { Int(packed.start)..<Int(packed.end) }
        /// 0.
        public var startIndex: Int { 0 }
        /// How many there are.
        public var endIndex: Int { Int(packed.endCell - packed.firstCell) }

        /// The cell with this number.
        public subscript(index: Int) -> Cell {
            precondition(index >= 0 && index < endIndex, "cell \(index) is not among \(endIndex)")
            return Cell(storage: storage, packed: storage.cells[Int(packed.firstCell) + index])
        }
    }

    /// One cell.
    public struct Cell: Sendable {
        let storage: DocumentStorage
        let packed: PackedCell

        /// Its bytes in the source, without bars and the blanks beside them.
        public var range: Range<Int> { Int(packed.start)..<Int(packed.end) }
        /// What it says, without signs.
        public var text: String { storage.shown(packed.textStart, packed.textEnd) }
        /// The UTF-8 of its text, without a copy.
        public var textBytes: ArraySlice<UInt8> {
            storage.text[Int(packed.textStart)..<Int(packed.textEnd)]
        }
        /// Its text in pieces of one style; their `textRange` counts from the start of the cell's text.
        public var runs: MarkdownRuns {
            MarkdownRuns(
                storage: storage, first: Int(packed.firstRun), end: Int(packed.endRun),
                textStart: packed.textStart)
        }
        /// How its column is aligned.
        public var alignment: TableAlignment {
            switch packed.alignment {
            case 1: .left
            case 2: .right
            case 3: .center
            default: .none
            }
        }
    }
}
