// SPDX-License-Identifier: MIT
// Which Swift types stand for which JSON.

internal import NoteJSON

/// A type with a form in JSON.
protocol ProtocolShaped: Sendable {
    static var shape: Shape { get }
}

/// What can be read out of parameters.
protocol ProtocolInput: ProtocolShaped {
    /// - Parameter place: Where the value stands, for the refusal.
    init(_ value: JSONValue, at place: String) throws(ProtocolError)
}

/// What can be written into an answer.
protocol ProtocolOutput: ProtocolShaped {
    func write(to json: inout JSONWriter)
}

extension ProtocolError {
    static func mismatch(_ value: JSONValue, _ wanted: String, at place: String) -> ProtocolError {
        ProtocolError(.invalidParameters, "\(place) is \(wanted), not \(value.kind).")
    }
}

extension String: ProtocolInput, ProtocolOutput {
    static var shape: Shape { .string }

    init(_ value: JSONValue, at place: String) throws(ProtocolError) {
        guard case .string(let text) = value else { throw .mismatch(value, "a string", at: place) }
        self = text
    }

    func write(to json: inout JSONWriter) { json.string(self) }
}

extension Int: ProtocolInput, ProtocolOutput {
    static var shape: Shape { .integer }

    init(_ value: JSONValue, at place: String) throws(ProtocolError) {
        guard case .whole(let number) = value else { throw .mismatch(value, "a whole number", at: place) }
        self = number
    }

    func write(to json: inout JSONWriter) { json.number(self) }
}

extension Bool: ProtocolInput, ProtocolOutput {
    static var shape: Shape { .truth }

    init(_ value: JSONValue, at place: String) throws(ProtocolError) {
        guard case .truth(let truth) = value else { throw .mismatch(value, "true or false", at: place) }
        self = truth
    }

    func write(to json: inout JSONWriter) { json.truth(self) }
}

extension Array: ProtocolShaped where Element: ProtocolShaped {
    static var shape: Shape { .array(Element.shape) }
}

extension Array: ProtocolInput where Element: ProtocolInput {
    init(_ value: JSONValue, at place: String) throws(ProtocolError) {
        guard case .array(let values) = value else { throw .mismatch(value, "an array", at: place) }
        self = []
        reserveCapacity(values.count)
        for (index, value) in values.enumerated() { append(try Element(value, at: "\(place)[\(index)]")) }
    }
}

extension Array: ProtocolOutput where Element: ProtocolOutput {
    func write(to json: inout JSONWriter) { json.array(self) { $1.write(to: &$0) } }
}

extension Optional: ProtocolShaped where Wrapped: ProtocolShaped {
    static var shape: Shape { .nullable(Wrapped.shape) }
}

extension Optional: ProtocolInput where Wrapped: ProtocolInput {
    init(_ value: JSONValue, at place: String) throws(ProtocolError) {
        self = value == .null ? nil : try Wrapped(value, at: place)
    }
}

extension Optional: ProtocolOutput where Wrapped: ProtocolOutput {
    func write(to json: inout JSONWriter) {
        if let value = self { value.write(to: &json) } else { json.null() }
    }
}

/// An enumeration whose words go over the wire.
protocol ProtocolWord: ProtocolInput, ProtocolOutput, CaseIterable, RawRepresentable
where RawValue == String {}

extension ProtocolWord {
    static var shape: Shape { .words(allCases.map(\.rawValue)) }

    init(_ value: JSONValue, at place: String) throws(ProtocolError) {
        guard case .string(let word) = value else { throw .mismatch(value, "a string", at: place) }
        guard let known = Self(rawValue: word) else {
            let words = Self.allCases.map(\.rawValue).joined(separator: ", ")
            throw ProtocolError(.invalidParameters, "\(place) is one of \(words).")
        }
        self = known
    }

    func write(to json: inout JSONWriter) { json.string(rawValue) }
}
