// SPDX-License-Identifier: MIT
// What agents have been shown: nobody replaces what he has not read.

internal import Synchronization

/// The texts that were told, by the digest of their notes, and which parts of each.
///
/// A digest is no proof that its text was read: a refusal tells one, too. So a change of a note is carried out only
/// where what it takes away was told under that digest, by this process. Only the last of many are remembered; what
/// is forgotten has to be read again.
final class ShownTexts: Sendable {
    private struct State {
        var texts: [String: (parts: RangeSet<Int>, length: Int, turn: Int)] = [:]
        var turn = 0
    }

    private let state = Mutex(State())
    private let most: Int

    init(most: Int = 4_096) { self.most = most }

    /// A part of a text was told.
    func add(_ part: Range<Int>, of digest: String, length: Int) {
        add(RangeSet(part), of: digest, length: length)
    }

    private func add(_ parts: RangeSet<Int>, of digest: String, length: Int) {
        state.withLock { state in
            state.turn += 1
            let known = state.texts[digest]?.parts ?? RangeSet()
            state.texts[digest] = (known.union(parts), length, state.turn)
            guard state.texts.count > most else { return }
            let oldest = state.turn - most / 2
            state.texts = state.texts.filter { $0.value.turn > oldest }
        }
    }

    /// Edits of a text that was told were carried out: what was told of it is told of the new one as well, and so is
    /// what the agent wrote.
    func follow(_ edits: [(range: Range<Int>, count: Int)], from base: String, to digest: String) {
        guard let old = state.withLock({ $0.texts[base] }) else { return }
        var parts = RangeSet<Int>()
        var (position, shift) = (0, 0)
        for edit in edits.sorted(by: {
            ($0.range.lowerBound, $0.range.upperBound) < ($1.range.lowerBound, $1.range.upperBound)
        }) {
            Self.carry(old.parts, position..<max(position, edit.range.lowerBound), by: shift, into: &parts)
            let start = edit.range.lowerBound + shift
            parts.insert(contentsOf: start..<start + edit.count)
            shift += edit.count - edit.range.count
            position = edit.range.upperBound
        }
        Self.carry(old.parts, position..<max(position, old.length), by: shift, into: &parts)
        add(parts, of: digest, length: old.length + shift)
    }

    private static func carry(
        _ parts: RangeSet<Int>, _ span: Range<Int>, by shift: Int, into new: inout RangeSet<Int>
    ) {
        for range in parts.intersection(RangeSet(span)).ranges {
            new.insert(contentsOf: range.lowerBound + shift..<range.upperBound + shift)
        }
    }

    /// Sees to it that all of a text was told.
    func requireWhole(_ base: String, of path: String) throws(AgentRefusal) {
        let text = try known(base, of: path)
        guard RangeSet(0..<text.length).isSubset(of: text.parts) else {
            throw AgentRefusal(
                "unseen",
                "You have read only a part of '\(path)', and this would replace all of it. Nothing was written.",
                advice: "Read the rest with start, or change the part that you know with edit.")
        }
    }

    /// Sees to it that what edits take away was told.
    func require(_ ranges: [Range<Int>], of base: String, _ path: String) throws(AgentRefusal) {
        let text = try known(base, of: path)
        guard RangeSet(ranges).isSubset(of: text.parts) else {
            throw AgentRefusal(
                "unseen", "The edit of '\(path)' replaces text that you have not read. Nothing was written.")
        }
    }

    private func known(_ base: String, of path: String) throws(AgentRefusal) -> (
        parts: RangeSet<Int>, length: Int
    ) {
        guard let text = state.withLock({ $0.texts[base] }) else {
            throw AgentRefusal(
                "unseen",
                "base is no digest of a text of '\(path)' that you have read, or it was long ago. Nothing was written."
            )
        }
        return (text.parts, text.length)
    }
}
