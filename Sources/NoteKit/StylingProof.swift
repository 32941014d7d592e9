// SPDX-License-Identifier: MIT
// The proof that a note can be parsed and styled, that every range is right, and that it stays as it was.

internal import Glibc
internal import NoteSyntax

/// Parses and styles one note after another, in a buffer that is used again, and times it.
struct StylingProof<Text: CheckedText>: ~Copyable {
    /// How long parsing and styling took, without the checks, in nanoseconds.
    private(set) var nanoseconds: UInt64 = 0
    private var copy: [UInt8] = []
    private var parser = MarkdownParser()
    private var styles = MarkdownStyles()
    private var ranges = RangeProof()

    /// The first fault; nil when every range of the tree and of the styles lies in the note, on the
    /// boundaries of characters, in document order and inside what it belongs to, and no byte changed.
    ///
    /// - Parameter bytes: A note that is UTF-8.
    mutating func fault(in bytes: [UInt8]) -> NoteProof<Text>.Fault? {
        // What a parser might do to its bytes must not reach the note nor what it is compared with.
        copy.removeAll(keepingCapacity: true)
        copy.append(contentsOf: bytes)
        let (fault, duration) = copy.withUnsafeBufferPointer { copy in
            let start = Self.now()
            let tree = Text.tree(parsing: copy, with: &parser)
            Text.style(tree, in: copy, with: &parser, into: &styles)
            let duration = Self.now() - start
            let fault = tree.firstFault(in: copy, with: &ranges) ?? styles.firstFault(in: copy, with: &ranges)
            return (fault, duration)
        }
        nanoseconds += duration
        if let fault {
            return NoteProof.Fault(reason: "parsed and styled, \(fault.reason)", offset: fault.offset)
        }
        let changed = copy.withUnsafeBufferPointer { copy in
            bytes.withUnsafeBufferPointer { NoteProof<Text>.firstDifference(copy, $0) }
        }
        return changed.map { NoteProof.Fault(reason: "styling would change its bytes", offset: $0) }
    }

    private static func now() -> UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }
}
