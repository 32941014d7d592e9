// SPDX-License-Identifier: MIT
// The proof, in memory, that a note changes only where it is edited.

internal import Glibc
internal import NoteSyntax

/// Puts one note after another to the test, with buffers that are used again.
///
/// The proof takes time in proportion to the note, and for each oddly ended line to its logarithm.
struct NoteProof<Text: CheckedText>: ~Copyable {
    /// What would have gone wrong.
    struct Fault: Equatable {
        /// A sentence without a full stop.
        let reason: String
        /// The offset in the file of the first byte that would be wrong.
        let offset: Int?
    }

    /// How long parsing and styling took, in nanoseconds.
    var stylingNanoseconds: UInt64 { styling.nanoseconds }

    private var styling = StylingProof<Text>()
    private var lines = RawLines()
    private var chosen: [RawLines.End] = []
    private var edits: [NoteEdit] = []
    private let typed = [UInt8(ascii: "x")]

    /// Proves four things of a note that holds `bytes`:
    /// 1. handed back unchanged, its text would write nothing;
    /// 2. a character typed at the end of the first line, the middle one, the last, and each oddly
    ///    ended one is all that changes, wherever else the note is looked at;
    /// 3. taking these edits back restores the bytes;
    /// 4. every range of its tree and of its styles is right, see `StylingProof`.
    ///
    /// - Throws: `UnreadableText` when the bytes are not UTF-8.
    mutating func fault(in bytes: [UInt8]) throws(UnreadableText) -> Fault? {
        var text = try Text(bytes: bytes)
        if let fault = styling.fault(in: bytes) { return fault }
        do throws(NoteTextError) {
            let handedBack = try text.setText(utf8: text.utf8)
            if let fault = fault(
                of: text, "handed back unchanged, its text would be written", expecting: bytes)
            {
                return fault
            }
            if let edit = handedBack.first {
                return Fault(
                    reason: "handed back unchanged, its text counts as edited", offset: edit.fileOffset)
            }
            return try faultOfEditing(&text, bytes)
        } catch {
            return Fault(reason: "the text refuses an edit: \(error)", offset: nil)
        }
    }

    private mutating func faultOfEditing(
        _ text: inout Text, _ bytes: [UInt8]
    ) throws(NoteTextError) -> Fault? {
        bytes.withUnsafeBufferPointer { lines.findWorthEditing(in: $0, into: &chosen) }
        edits.removeAll(keepingCapacity: true)
        // From the last to the first, so that the places of those still to come stay right.
        for end in chosen.reversed() {
            edits.append(try text.replace(checking: end.shown..<end.shown, with: typed))
        }
        if let offset = firstStrayByte(in: text.bytes, from: bytes) {
            return Fault(reason: "editing a line would change more than that line", offset: offset)
        }
        try text.takeBack(edits)
        return fault(of: text, "undoing an edit would not restore the bytes", expecting: bytes)
    }

    private func fault(of text: Text, _ reason: String, expecting bytes: [UInt8]) -> Fault? {
        guard case .write(let new) = text.writePlan(base: bytes) else { return nil }
        let offset = new.withUnsafeBufferPointer { new in
            bytes.withUnsafeBufferPointer { Self.firstDifference(new, $0) }
        }
        return Fault(reason: reason, offset: offset)
    }

    /// The first byte of the old file that an edited one does not hold, or that has something beside
    /// it which was not typed.
    private func firstStrayByte(in new: [UInt8], from old: [UInt8]) -> Int? {
        new.withUnsafeBufferPointer { new in
            old.withUnsafeBufferPointer { old in
                // Of the old file and of the new one: how much was compared.
                var (start, place) = (0, 0)
                for end in chosen {
                    let piece = UnsafeBufferPointer(rebasing: old[start..<end.offset])
                    let rest = UnsafeBufferPointer(rebasing: new[place...])
                    if let offset = Self.firstDifference(piece, rest.prefix(piece.count)) {
                        return start + offset
                    }
                    guard rest.count > piece.count, rest[piece.count] == typed[0] else { return end.offset }
                    start = end.offset
                    place += piece.count + 1
                }
                let piece = UnsafeBufferPointer(rebasing: old[start...])
                return Self.firstDifference(piece, UnsafeBufferPointer(rebasing: new[place...])).map {
                    start + $0
                }
            }
        }
    }

    static func firstDifference(
        _ one: UnsafeBufferPointer<UInt8>, _ other: Slice<UnsafeBufferPointer<UInt8>>
    ) -> Int? {
        firstDifference(one, UnsafeBufferPointer(rebasing: other))
    }

    /// The offset of the first byte that differs, or that only one of the two has.
    static func firstDifference(
        _ one: UnsafeBufferPointer<UInt8>, _ other: UnsafeBufferPointer<UInt8>
    ) -> Int? {
        let common = min(one.count, other.count)
        if let mine = one.baseAddress, let theirs = other.baseAddress, memcmp(mine, theirs, common) != 0 {
            return zip(one, other).enumerated().first { $0.element.0 != $0.element.1 }?.offset
        }
        return one.count == other.count ? nil : common
    }
}
