// SPDX-License-Identifier: MIT
// How an edit of a property is proved before anybody gets it.

extension NoteProperties {
    /// What an edit was meant to do.
    enum Purpose {
        /// The property at an index, or a new one behind the last, has this text.
        case value(at: Int, key: [UInt8], text: [UInt8])
        /// The list at an index, or a new one behind the last, has one more entry.
        case entry(at: Int, key: [UInt8], text: [UInt8])
        /// The list at an index has one entry less.
        case entryRemoval(at: Int, entry: Int)
        /// The property at an index is gone.
        case removal(at: Int)
        /// The property at an index has another name.
        case name(at: Int, [UInt8])
    }

    /// The smallest edits for changes, once the edited note has been read again and holds what was meant and
    /// nothing else.
    ///
    /// - Parameter changes: In the order of the file.
    /// - Throws: `PropertyError` with code `.unprovable`.
    func edits(_ changes: [FileChange], for purpose: Purpose) throws(PropertyError) -> [NoteEdit] {
        let after = NoteProperties(of: FileChange.applying(changes, to: file))
        guard after.isYAML, !after.isFlow, holdsOnly(purpose, after), bodyIsSame(as: after) else {
            throw PropertyError(
                .unprovable, "The edit would change more than this property, so nothing is changed.")
        }
        // Last first, so that each finds the bytes before it as they are.
        return changes.reversed().map { $0.trimmed(in: file) }.filter {
            !$0.range.isEmpty || !$0.bytes.isEmpty
        }
        .map { $0.edit(of: file, mark: mark) }
    }

    private func bodyIsSame(as after: NoteProperties) -> Bool {
        let (old, new) = (frontmatter?.range.upperBound ?? mark, after.frontmatter?.range.upperBound ?? -1)
        return new >= 0 && file[old...] == after.file[new...]
    }

    private func holdsOnly(_ purpose: Purpose, _ after: NoteProperties) -> Bool {
        var old = pairs[...].map(Optional.some)
        var new = after.pairs[...].map(Optional.some)
        switch purpose {
        case .value(let index, let key, let text):
            guard after.pairs.indices.contains(index), after.pairs[index].key.text == key,
                case .scalar(let scalar) = after.pairs[index].value, scalar.text == text,
                scalar.meaning == .text || index < pairs.count && keepsMeaning(of: pairs[index].value, scalar)
            else { return false }
            new[index] = nil
            if index < old.count { old[index] = nil }
        case .entry(let index, let key, let text):
            guard after.pairs.indices.contains(index), after.pairs[index].key.text == key,
                case .list(let items, _, _) = after.pairs[index].value,
                case .scalar(let last)? = items.last, last.text == text
            else { return false }
            let before = index < pairs.count ? self.items(of: pairs[index].value) : []
            guard items.count == before.count + 1,
                zip(before, items).allSatisfy({ same($0, $1, in: after) })
            else { return false }
            new[index] = nil
            if index < old.count { old[index] = nil }
        case .entryRemoval(let index, let entry):
            guard after.pairs.indices.contains(index), after.pairs[index].key.text == pairs[index].key.text,
                case .list(let items, _, _) = after.pairs[index].value
            else { return false }
            var before = self.items(of: pairs[index].value)
            before.remove(at: entry)
            guard items.count == before.count, zip(before, items).allSatisfy({ same($0, $1, in: after) })
            else { return false }
            (old[index], new[index]) = (nil, nil)
        case .removal(let index):
            old.remove(at: index)
        case .name(let index, let key):
            guard after.pairs.indices.contains(index), after.pairs[index].key.text == key,
                same(pairs[index].value, after.pairs[index].value, in: after)
            else { return false }
            (old[index], new[index]) = (nil, nil)
        }
        let (before, now) = (old.compactMap { $0 }, new.compactMap { $0 })
        return before.count == now.count && zip(before, now).allSatisfy { same($0, $1, in: after) }
    }

    /// The entries that a value has as a list.
    func items(of value: YAMLValue) -> [YAMLItem] {
        switch value {
        case .list(let items, _, _): items
        case .scalar(let scalar) where scalar.meaning != .null: [.scalar(scalar)]
        default: []
        }
    }

    private func keepsMeaning(of old: YAMLValue, _ new: YAMLScalar) -> Bool {
        guard case .scalar(let scalar) = old else { return false }
        return scalar.meaning.isLike(new.meaning)
    }

    private func same(_ one: YAMLPair, _ other: YAMLPair, in after: NoteProperties) -> Bool {
        one.key.text == other.key.text && file[one.key.range] == after.file[other.key.range]
            && same(one.value, other.value, in: after)
    }

    private func same(_ one: YAMLValue, _ other: YAMLValue, in after: NoteProperties) -> Bool {
        guard file[one.range] == after.file[other.range] else { return false }
        switch (one, other) {
        case (.scalar(let one), .scalar(let other)): return same(one, other)
        case (.list(let one, _, _), .list(let other, _, _)):
            return one.count == other.count && zip(one, other).allSatisfy { same($0, $1, in: after) }
        case (.mapping, .mapping), (.alias, .alias): return true
        default: return false
        }
    }

    private func same(_ one: YAMLItem, _ other: YAMLItem, in after: NoteProperties) -> Bool {
        guard file[one.range] == after.file[other.range] else { return false }
        switch (one, other) {
        case (.scalar(let one), .scalar(let other)): return same(one, other)
        case (.other, .other): return true
        default: return false
        }
    }

    private func same(_ one: YAMLScalar, _ other: YAMLScalar) -> Bool {
        one.text == other.text && one.style == other.style && one.hasTag == other.hasTag
    }
}
