// SPDX-License-Identifier: MIT
// What a wikilink without words of its own shows.

/// What stands between the parts of a target where it is shown.
package enum WikilinkText {
    package static var joint: [UInt8] { Array(" > ".utf8) }
}

extension UnsafePointer<UInt8> {
    /// The parts of a target with its subpath that are shown, with `WikilinkText.joint` between them: what the
    /// signs `#` divide, as Obsidian shows it. A target of nothing but signs is shown as it is.
    package func wikilinkParts(_ target: Range<Int>) -> [Range<Int>] {
        guard !target.isEmpty else { return [] }
        var parts: [Range<Int>] = []
        var start = target.lowerBound
        for place in target.lowerBound...target.upperBound
        where place == target.upperBound || self[place] == UInt8(ascii: "#") {
            if start < place { parts.append(start..<place) }
            start = place + 1
        }
        return parts.isEmpty ? [target] : parts
    }
}
