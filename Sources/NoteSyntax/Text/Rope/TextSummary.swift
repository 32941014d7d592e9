// SPDX-License-Identifier: MIT
// What a stretch of raw note bytes amounts to, in every unit that somebody counts in.

/// The size of a stretch of note bytes in every unit: raw and shown bytes, UTF-16, scalars, lines.
///
/// Summaries add up: the summary of a whole is the sum of the summaries of its parts, as long as no
/// part ends inside a CRLF pair or a scalar. That is why a leaf of the rope never does.
package struct TextSummary: Equatable, Sendable {
    /// Raw bytes, as in the file.
    package var bytes = 0
    /// CRLF pairs: each is two raw bytes and one shown byte.
    package var pairs = 0
    /// Carriage returns that are a line ending of their own.
    package var returns = 0
    /// Line endings of every kind.
    package var breaks = 0
    /// UTF-8 continuation bytes.
    package var continuations = 0
    /// Scalars of four UTF-8 bytes, which are two units of UTF-16.
    package var quads = 0

    /// The summary of nothing.
    package init() {}

    /// Bytes of the shown text, in which every line ending is one `\n`.
    package var shown: Int { bytes - pairs }
    /// Unicode scalars of the shown text.
    package var scalars: Int { shown - continuations }
    /// UTF-16 code units of the shown text.
    package var utf16: Int { scalars + quads }

    /// The size in one of the units.
    package subscript(metric: TextMetric) -> Int {
        switch metric {
        case .bytes: bytes
        case .shown: shown
        case .utf16: utf16
        case .scalars: scalars
        case .breaks: breaks
        }
    }

    package static func + (left: TextSummary, right: TextSummary) -> TextSummary {
        var sum = left
        sum += right
        return sum
    }

    package static func += (left: inout TextSummary, right: TextSummary) {
        left.bytes += right.bytes
        left.pairs += right.pairs
        left.returns += right.returns
        left.breaks += right.breaks
        left.continuations += right.continuations
        left.quads += right.quads
    }

    package static func -= (left: inout TextSummary, right: TextSummary) {
        left.bytes -= right.bytes
        left.pairs -= right.pairs
        left.returns -= right.returns
        left.breaks -= right.breaks
        left.continuations -= right.continuations
        left.quads -= right.quads
    }
}
