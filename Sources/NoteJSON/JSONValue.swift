// SPDX-License-Identifier: MIT
// A JSON value that another program sent.

/// A JSON value as it was read.
package enum JSONValue: Equatable, Sendable {
    case null
    case truth(Bool)
    /// A number without fraction and exponent that fits.
    case whole(Int)
    /// Any other number, as near as a `Double` comes to it.
    case number(Double)
    case string(String)
    case array([JSONValue])
    case object(JSONObject)

    /// What sort of value it is, for a person.
    package var kind: String {
        switch self {
        case .null: "null"
        case .truth: "true or false"
        case .whole: "a whole number"
        case .number: "a number"
        case .string: "a string"
        case .array: "an array"
        case .object: "an object"
        }
    }
}

/// The members of a JSON object, in the order in which they were sent. No name comes twice.
package struct JSONObject: Equatable, Sendable {
    /// A name and its value.
    package struct Member: Equatable, Sendable {
        package let name: String
        package let value: JSONValue
    }

    /// All of them.
    package let members: [Member]

    package init(members: [Member]) { self.members = members }

    /// The value of a name; nil where there is none. Names are compared byte by byte.
    package subscript(name: StaticString) -> JSONValue? {
        name.withUTF8Buffer { wanted in
            members.first { $0.name.utf8.elementsEqual(wanted) }?.value
        }
    }
}
