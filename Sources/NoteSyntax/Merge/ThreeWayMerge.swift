// SPDX-License-Identifier: MIT
// What two changes of the same text come to together, and where they contradict each other.

/// Two versions of a file merged on the version that both started from.
///
/// Lines are compared first. Where both sides changed lines that touch, the lines are told apart: a line
/// that only one side changed is that side's, and one that both changed is merged word by word, unless
/// their changes touch. A line that one side added or changed is never missing from the result, and one
/// that a side deleted never comes back, when the other side left it alone.
///
/// How lines end is merged apart from what they say, and so is the byte order mark: one side may convert
/// the whole file while the other edits it. Lines that the other side adds are then converted as well.
/// Front matter that is nothing but lines of `key: value` in all three texts is merged by key.
///
/// Inside a conflict the proposed text holds what both sides wrote, mine first, and what both wrote
/// alike once. Lines that one side deleted and the other left alone stay deleted there too. No marker is
/// written unless asked for; with markers each side stands whole between them.
///
/// The texts may be any bytes. Swapping the sides changes nothing in a clean merge.
public struct ThreeWayMerge: Hashable, Sendable {
    /// The proposed text: the bytes of a file.
    public let bytes: [UInt8]
    /// Where the sides contradict each other, in order.
    public let conflicts: [MergeSpan]
    /// Where it took more than whole lines to merge, in order: these deserve a look.
    public let refinements: [MergeSpan]
    /// Whether comparing took so long that it was cut short: the result is right, but conflicts may be
    /// larger than need be.
    public let isCoarse: Bool

    /// Whether nothing is left to decide.
    public var isClean: Bool { conflicts.isEmpty }
}

extension ThreeWayMerge {
    /// Merges three files.
    ///
    /// The time is bounded: linear in the size of the texts, with a large constant in the worst case.
    ///
    /// - Parameters:
    ///   - base: The bytes that both sides started from.
    ///   - mine: The bytes of the one side.
    ///   - theirs: The bytes of the other side.
    ///   - markers: The names for marker lines around conflicts; nil for none.
    public init(base: [UInt8], mine: [UInt8], theirs: [UInt8], markers: MergeMarkers? = nil) {
        if let agreed = ThreeWayMerge.agreed(base, mine, theirs) {
            (bytes, conflicts, refinements, isCoarse) = (agreed, [], [], false)
            return
        }
        let merging = base.withUnsafeBufferPointer { base in
            mine.withUnsafeBufferPointer { mine in
                theirs.withUnsafeBufferPointer { theirs in
                    var merging = Merging(base: base, mine: mine, theirs: theirs, markers: markers)
                    merging.run()
                    return (merging.output, merging.isCoarse)
                }
            }
        }
        bytes = merging.0.bytes
        conflicts = merging.0.conflicts
        refinements = merging.0.refinements
        isCoarse = merging.1
    }

    /// The result where at most one side changed anything.
    private static func agreed(_ base: [UInt8], _ mine: [UInt8], _ theirs: [UInt8]) -> [UInt8]? {
        if mine == theirs || base == theirs { return mine }
        return base == mine ? theirs : nil
    }
}
