// SPDX-License-Identifier: MIT
// How a list loses one of its entries.

extension NoteProperties {
    /// The edits that take one entry out of a list, or the property when it is the only one.
    ///
    /// A single value counts as a list of one. The line of an entry goes with the comment in it; between
    /// brackets, its comma.
    ///
    /// - Parameters:
    ///   - index: Which entry, counted from 0.
    ///   - key: The name of the property.
    /// - Returns: As `edits(setting:to:)`.
    /// - Throws: `PropertyError` with code `.missing` where there is no such entry, or as `edits(setting:to:)`.
    public func edits(removingEntry index: Int, from key: String) throws(PropertyError) -> [NoteEdit] {
        guard let place = try place(of: key) else {
            throw PropertyError(.missing, "There is no property of that name.")
        }
        let items = items(of: place.pair.value)
        guard items.indices.contains(index) else {
            throw PropertyError(
                .missing, lines: [place.pair.line],
                "The property in line \(place.pair.line) has no such entry.")
        }
        guard items.count > 1 else { return try edits(removing: key) }
        guard !place.pair.isMarked, case .list(_, let isFlow, _) = place.pair.value else {
            throw unsupported(place.pair, "an anchor or a tag stands with its value")
        }
        let range = items[index].range
        let gone =
            if !isFlow {
                lineStart(range.lowerBound)..<lineEnd(range.upperBound)
            } else if index + 1 < items.count {
                range.lowerBound..<items[index + 1].range.lowerBound
            } else {
                items[index - 1].range.upperBound..<range.upperBound
            }
        return try edits(
            [FileChange(range: gone, bytes: [])], for: .entryRemoval(at: place.index, entry: index))
    }
}
