// SPDX-License-Identifier: MIT
// What a value of the protocol looks like, for the schema and for refusals.

/// The form of a JSON value.
package indirect enum Shape: Sendable {
    case string
    case integer
    case truth
    /// A whole number or a string, by which a client knows something again.
    case identifier
    /// One of some words.
    case words([String])
    case array(Shape)
    /// With the Swift type that it is made of.
    case object([Field], type: String)
    /// That, or null.
    case nullable(Shape)
}

/// A member of an object.
package struct Field: Sendable {
    package let name: String
    package let shape: Shape
    /// Whether it may be left out.
    package let isOptional: Bool
    /// What it holds, in a sentence or less.
    package let summary: String
}
