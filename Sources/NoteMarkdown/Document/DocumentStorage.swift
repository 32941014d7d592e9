// SPDX-License-Identifier: MIT
// What a document holds: a few packed arrays and one buffer of shown text, shared by all its views.

/// The memory of a document, which never changes.
final class DocumentStorage: Sendable {
    /// The texts of all blocks, each on lines of its own.
    let text: [UInt8]
    let blocks: [PackedBlock]
    let runs: [PackedRun]
    let cells: [PackedCell]
    let rows: [PackedRow]
    /// Where the destination of each link is among the names.
    let links: [PackedName]
    let names: [UInt8]

    init(_ builder: consuming DocumentBuilder) {
        text = builder.shown
        blocks = builder.blocks
        runs = builder.runs
        cells = builder.cells
        rows = builder.rows
        links = builder.links
        names = builder.names
    }

    func string(_ name: PackedName) -> String {
        String(decoding: names[Int(name.start)..<Int(name.end)], as: UTF8.self)
    }

    func shown(_ start: UInt32, _ end: UInt32) -> String {
        String(decoding: text[Int(start)..<Int(end)], as: UTF8.self)
    }
}
