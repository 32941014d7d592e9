// SPDX-License-Identifier: MIT
// Which ends of raw HTML are known to be missing in the rest of a text.

/// Ends of raw HTML that do not occur in the rest of a run.
struct HTMLEnds: OptionSet {
    let rawValue: UInt8
    static let comment = HTMLEnds(rawValue: 1)
    static let instruction = HTMLEnds(rawValue: 2)
    static let declaration = HTMLEnds(rawValue: 4)
    static let characterData = HTMLEnds(rawValue: 8)
}
