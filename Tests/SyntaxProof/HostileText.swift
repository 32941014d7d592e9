// SPDX-License-Identifier: MIT
// Texts made to hurt a parser, in any size.

/// A kind of text that is made to hurt.
package struct HostileText: Sendable, CustomStringConvertible {
    /// What it is full of.
    package let description: String
    /// Whether it is full of names or lines that are all different: a table of them grows out of the processor's
    /// caches between 10 MB and 20, and each look into it takes longer then, for a cause that is not ours.
    package let fillsTables: Bool
    private let make: @Sendable (Int) -> [UInt8]

    /// The text in about this size.
    package func bytes(count: Int) -> [UInt8] { make(count) }

    init(
        _ description: String, fillsTables: Bool = false, _ make: @escaping @Sendable (Int) -> [UInt8]
    ) {
        self.description = description
        self.fillsTables = fillsTables
        self.make = make
    }

    /// One unit over and over, with what comes before and after.
    init(_ description: String, _ before: String, _ unit: String, _ after: String) {
        self.init(description) { Array(before.utf8) + repeated(unit, $0) + Array(after.utf8) }
    }

    /// All kinds.
    package static let all = repeatedUnits + nested + other
}

/// As many units as give about this many bytes.
func repeated(_ unit: String, _ count: Int) -> [UInt8] {
    let unit = Array(unit.utf8)
    return Array(repeatElement(unit, count: max(1, count / unit.count)).joined())
}
