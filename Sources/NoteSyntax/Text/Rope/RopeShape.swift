// SPDX-License-Identifier: MIT
// How big the leaves and branches of a note's tree may grow.

/// The sizes that a rope keeps to; tests make them small, so that a short text is a deep tree.
package struct RopeShape: Equatable, Sendable {
    /// The most bytes that a leaf holds.
    package let leafCapacity: Int
    /// The most children that a branch has.
    package let fanout: Int

    /// Makes a shape.
    ///
    /// - Parameters:
    ///   - leafCapacity: The most bytes of a leaf, at least 16.
    ///   - fanout: The most children of a branch, at least 4.
    package init(leafCapacity: Int, fanout: Int) {
        precondition(
            leafCapacity >= 16, "a leaf of \(leafCapacity) bytes is too small to be cut between scalars")
        precondition(fanout >= 4, "a branch of \(fanout) children is too small to be cut in two")
        self.leafCapacity = leafCapacity
        self.fanout = fanout
    }

    /// The shape of every note outside a test.
    package static let standard = RopeShape(leafCapacity: 4096, fanout: 32)

    /// The fewest bytes of a leaf that is not the root.
    package var leafMinimum: Int { leafCapacity / 4 }
    /// The fewest children of a branch that is not the root.
    package var fanoutMinimum: Int { max(2, fanout / 4) }
    /// The bytes that a leaf is given when many are made at once: some room is left for typing.
    var leafTarget: Int { leafCapacity / 4 * 3 }
    /// The children that a branch is given when many are made at once.
    var fanoutTarget: Int { fanout / 4 * 3 }
}
