// SPDX-License-Identifier: MIT
// The proof, in memory, that a note changes only where it is edited.

internal import NoteSyntax

/// Puts one note after another to the test, with buffers that are used again.
///
/// The proof takes time in proportion to the note, times the logarithm of it for each oddly ended line.
struct NoteProof<Text: CheckedText> {
    /// What would have gone wrong.
    struct Fault: Equatable {
        /// A sentence without a full stop.
        let reason: String
        /// The offset of the first byte in the file that would be wrong.
        let offset: Int?
    }

    private var lines = RawLines()
    private var chosen: [RawLines.End] = []
    private var edits: [NoteEdit] = []
    private let typed = [UInt8(ascii: "x")]

    /// Proves three things of a note that holds `bytes`:
    /// 1. handed back unchanged, its text would write nothing;
    /// 2. a character typed at the end of the first line, the middle one, the last, and each oddly
    ///    ended one is all that changes, wherever else the note is looked at;
    /// 3. taking these edits back restores the bytes.
    ///
    /// - Throws: `UnreadableText` when the bytes are not UTF-8.
    mutating func fault(in bytes: [UInt8]) throws(UnreadableText) -> Fault? {
        var text = try Text(bytes: bytes)
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
        lines.find(in: bytes)
        lines.worthEditing(into: &chosen)
        edits.removeAll(keepingCapacity: true)
        // From the last to the first, so that the places of those still to come stay right.
        for end in chosen.reversed() {
            edits.append(try text.replace(checking: end.shown..<end.shown, with: typed))
        }
        if let offset = firstStrayByte(in: text.bytes, from: bytes) {
            return Fault(reason: "editing a line would change more than that line", offset: offset)
        }
        for edit in edits.reversed() { try text.apply(edit.inverse) }
        return fault(of: text, "undoing an edit would not restore the bytes", expecting: bytes)
    }

    private func fault(of text: Text, _ reason: String, expecting bytes: [UInt8]) -> Fault? {
        guard case .write(let new) = text.writePlan(base: bytes) else { return nil }
        return Fault(reason: reason, offset: Self.firstDifference(new[...], bytes[...]))
    }

    /// The first byte of the old file which an edited one does not hold, or which has something beside
    /// it that was not typed.
    private func firstStrayByte(in new: [UInt8], from old: [UInt8]) -> Int? {
        var start = 0
        var moved = 0
        for end in chosen {
            let piece = start..<end.offset
            let place = piece.lowerBound + moved..<piece.upperBound + moved
            guard place.upperBound < new.count, new[place.upperBound] == typed[0] else { return end.offset }
            if !Self.same(old[piece], new[place]) {
                return start + (Self.firstDifference(new[place], old[piece]) ?? 0)
            }
            start = end.offset
            moved += 1
        }
        let rest = start + moved..<new.count
        return Self.same(old[start...], new[rest])
            ? nil : start + (Self.firstDifference(new[rest], old[start...]) ?? 0)
    }

    private static func same(_ one: ArraySlice<UInt8>, _ other: ArraySlice<UInt8>) -> Bool {
        // `elementsEqual` goes byte by byte; the comparison of slices is one of memory.
        one == other
    }

    private static func firstDifference(_ one: ArraySlice<UInt8>, _ other: ArraySlice<UInt8>) -> Int? {
        let common = zip(one, other).enumerated().first { $0.element.0 != $0.element.1 }?.offset
        return common ?? (one.count == other.count ? nil : min(one.count, other.count))
    }
}
