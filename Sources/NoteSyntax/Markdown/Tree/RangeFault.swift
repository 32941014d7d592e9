// SPDX-License-Identifier: MIT
// What can be wrong with the ranges of a tree or of its styles.

/// A range that is not what it should be.
package struct RangeFault: Error, Hashable, Sendable {
    /// What is wrong, as a sentence without a full stop.
    package let reason: String
    /// Where the range starts, in bytes.
    package let offset: Int
}

/// What is wrong with one range beside those before it.
enum RangeFlaw {
    case endsTooEarly, isOutside, cutsCharacter, comesTooEarly, liesInNothing, overlaps, reachesOut
    case cutsContent, holdsTooMuch

    /// What is said of the range, without a full stop.
    var sentence: String {
        switch self {
        case .endsTooEarly: "ends before it starts"
        case .isOutside: "reaches out of the note"
        case .cutsCharacter: "starts or ends inside a character"
        case .comesTooEarly: "comes before what it follows"
        case .liesInNothing: "lies in nothing that could hold it"
        case .overlaps: "overlaps its neighbour"
        case .reachesOut: "reaches out of what it lies in"
        case .cutsContent: "has its content in a wrong place"
        case .holdsTooMuch: "holds more than there is"
        }
    }
}
