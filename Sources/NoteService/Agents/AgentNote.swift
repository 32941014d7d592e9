// SPDX-License-Identifier: MIT
// A note as the tools look into it: its text, its lines, its tree.

internal import NoteKit
internal import NoteProtocol

/// The text of a note that was read whole.
struct AgentNote: Sendable {
    let path: String
    let digest: String
    let bytes: [UInt8]

    init(_ path: String, _ read: Service.NoteRead.Answer) {
        self.path = path
        digest = read.digest
        bytes = Array(read.text.utf8)
    }

    /// Looks into it with its tree and its lines.
    func look<Result>(
        _ look: (MarkdownTree, LineNumbers, UnsafeBufferPointer<UInt8>) -> Result
    ) -> Result {
        bytes.withUnsafeBufferPointer { look(MarkdownTree(parsing: $0), LineNumbers(of: $0), $0) }
    }

    /// The beginning of a value that has been taken from it, as far as that is bearable.
    static func excerpt(_ value: String) -> String {
        TextPart(of: value, from: 0, limit: AgentLimit.value).text
    }

    /// A part of it, as far as that is bearable.
    static func excerpt(_ range: Range<Int>, _ bytes: UnsafeBufferPointer<UInt8>) -> String {
        let end = min(range.upperBound, range.lowerBound + AgentLimit.value)
        let last = end == range.upperBound ? end : TextPart.boundary(before: end, in: bytes)
        return String(decoding: bytes[range.lowerBound..<last], as: UTF8.self)
    }
}

/// A part of a list that is told in parts by the number of its rows.
struct AgentPart<Row: ProtocolOutput>: Sendable {
    let rows: [Row]
    let next: Int?

    init(of rows: [Row], after position: Int, limit: Int) {
        self.rows = Array(rows.dropFirst(position).prefix(limit))
        let end = position + self.rows.count
        next = end < rows.count ? end : nil
    }
}
