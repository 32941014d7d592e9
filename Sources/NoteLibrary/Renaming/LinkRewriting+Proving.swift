// SPDX-License-Identifier: MIT
// Which edits of links do what they should when the edited text is read again.

internal import NoteKit

extension LinkRewriting {
    /// A longer paragraph is not looked at by itself.
    private static let longestParagraph = 1 << 12
    /// How many bytes are parsed at most to find the edits that do not hold, and how many times the note: each
    /// of them may have to be tried. What is not tried then is left as it is, and told.
    private static let proofs = (bytes: 8 << 20, notes: 64)

    /// The edits that hold together: what is written may be part of something else there.
    func proved(
        _ result: Result, _ tree: MarkdownTree, _ text: UnsafeBufferPointer<UInt8>, _ note: NotePath
    ) -> Result {
        guard !result.edits.isEmpty, !holds(result.edits, tree, text, note) else { return result }
        // Most that do not hold are at odds with what stands beside them, which takes no parse of the note.
        var rest = max(Self.proofs.bytes, Self.proofs.notes * text.count)
        let edits = result.edits.filter { rest <= 0 || isBorne($0, text, note, &rest) }
        var kept: [LinkEdit] = []
        var waiting = [edits[...]]
        rest = max(Self.proofs.bytes, Self.proofs.notes * text.count)
        while let group = waiting.popLast(), rest > 0, !group.isEmpty {
            rest -= text.count
            if holds(kept + group, tree, text, note) {
                kept += group
            } else if group.count > 1 {
                let middle = group.startIndex + group.count / 2
                waiting += [group[middle...], group[..<middle]]
            }
        }
        let places = Set(kept.map(\.range))
        let refused = result.edits.map(\.range).filter { !places.contains($0) }
        return Result(edits: kept, unwritable: result.unwritable + refused)
    }

    /// False where an edit undoes its own link, or one beside it, in the paragraph that it stands in.
    private func isBorne(
        _ edit: LinkEdit, _ text: UnsafeBufferPointer<UInt8>, _ note: NotePath, _ rest: inout Int
    ) -> Bool {
        guard let range = Self.paragraph(around: edit.range, in: text) else { return true }
        rest -= 2 * range.count
        let part = UnsafeBufferPointer(rebasing: text[range])
        let start = edit.range.lowerBound - range.lowerBound
        let local = LinkEdit(range: start..<start + edit.range.count, old: edit.old, new: edit.new)
        let tree = MarkdownTree(parsing: part)
        // By itself the paragraph may be something else than where it stands.
        guard tree.links(in: part).contains(where: { $0.targetRange == local.range }) else { return true }
        return holds([local], tree, part, note)
    }

    /// The lines between two blank ones; nil where they are long.
    private static func paragraph(
        around range: Range<Int>, in text: UnsafeBufferPointer<UInt8>
    ) -> Range<Int>? {
        var (start, end) = (range.lowerBound, range.upperBound)
        while start > 0, !isBlank(before: start, in: text) {
            start -= 1
            if range.lowerBound - start > longestParagraph { return nil }
        }
        while end < text.count, !isBlank(before: end, in: text) {
            end += 1
            if end - range.upperBound > longestParagraph { return nil }
        }
        return start..<end
    }

    /// Whether an empty line ends at a place.
    private static func isBlank(before place: Int, in text: UnsafeBufferPointer<UInt8>) -> Bool {
        guard text[place - 1] == 0x0A else { return false }
        let line = place > 1 && text[place - 2] == 0x0D ? place - 2 : place - 1
        return line == 0 || text[line - 1] == 0x0A
    }

    /// Whether, with some edits made, the note has the same links, and those edited lead to their files.
    private func holds(
        _ edits: [LinkEdit], _ tree: MarkdownTree, _ text: UnsafeBufferPointer<UInt8>, _ note: NotePath
    ) -> Bool {
        let edited = edits.applied(to: text)
        let ranges = Set(edits.map(\.range))
        let moved = moves[note] ?? note
        return edited.withUnsafeBufferPointer { edited in
            let old = tree.links(in: text) + tree.linkDefinitions(in: text)
            let newTree = MarkdownTree(parsing: edited)
            let new = newTree.links(in: edited) + newTree.linkDefinitions(in: edited)
            return old.count == new.count
                && zip(old, new).allSatisfy { old, new in
                    guard old.kind == new.kind else { return false }
                    guard ranges.contains(old.targetRange),
                        let file = before.target(of: old, in: text, from: note).file
                    else { return old.target == new.target }
                    return after.target(of: new, in: edited, from: moved) == .file(moves[file] ?? file)
                }
        }
    }
}
