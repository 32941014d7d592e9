// SPDX-License-Identifier: MIT
// How a property goes, or gets another name.

extension NoteProperties {
    /// The edits that take a property away: its lines, with the comments that stand in them.
    ///
    /// Comments in lines of their own stay. So does the front matter when its last property goes: without its
    /// fences a comment would be lost, and a rule at the start of the body would become a fence.
    ///
    /// - Returns: The edits in the order in which to apply them.
    /// - Throws: `PropertyError` with code `.missing` where there is no such property; `.badName`, `.broken`,
    ///   `.repeated`, `.unsupported` or `.unprovable`.
    public func edits(removing key: String) throws(PropertyError) -> [NoteEdit] {
        guard let place = try place(of: key) else { throw missing }
        guard !place.pair.hasAnchor else {
            throw unsupported(place.pair, "others may refer to the anchor in it")
        }
        let end = lineEnd(max(place.pair.value.range.upperBound, place.colonEnd))
        return try edits(
            [FileChange(range: place.start..<end, bytes: [])], for: .removal(at: place.index))
    }

    /// The edits that give a property another name, in the quotes that the old name has.
    ///
    /// - Returns: The edits in the order in which to apply them; none where it has that name already.
    /// - Throws: `PropertyError` with code `.missing` where there is no such property, `.taken` where the new name
    ///   is another's; `.badName`, `.broken`, `.repeated`, `.unsupported` or `.unprovable`.
    public func edits(renaming key: String, to name: String) throws(PropertyError) -> [NoteEdit] {
        guard let place = try place(of: key) else { throw missing }
        guard !key.utf8.elementsEqual(name.utf8) else { return [] }
        let new = Array(name.utf8)
        guard !new.isEmpty else { throw PropertyError(.badName, "A property needs a name.") }
        let others = pairs.filter { $0.key.text == new }.map(\.line)
        guard others.isEmpty else {
            let lines = others.map(String.init).joined(separator: ", ")
            throw PropertyError(.taken, lines: others, "The new name stands in line \(lines) already.")
        }
        let writing = ScalarWriting(place: .key, style: place.pair.key.style, meaning: .text)
        return try edits(
            [FileChange(range: place.pair.key.range, bytes: writing.bytes(for: new))],
            for: .name(at: place.index, new))
    }

    private var missing: PropertyError { PropertyError(.missing, "There is no property of that name.") }
}
