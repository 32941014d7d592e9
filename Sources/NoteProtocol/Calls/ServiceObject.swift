// SPDX-License-Identifier: MIT
// How members of an answer become properties.

internal import NoteJSON

/// An object that the daemon sent.
public struct ServiceObject {
    private let object: JSONObject
    private let place: String

    init(_ value: JSONValue, at place: String) throws(ServiceMismatch) {
        guard case .object(let object) = value else { throw ServiceMismatch("\(place) is \(value.kind)") }
        self.object = object
        self.place = place
    }

    func value(_ name: String) throws(ServiceMismatch) -> String { try required(name) }
    func value(_ name: String) throws(ServiceMismatch) -> String? { try found(name) }
    func value(_ name: String) throws(ServiceMismatch) -> Int { try required(name) }
    func value(_ name: String) throws(ServiceMismatch) -> Int? { try found(name) }
    func value(_ name: String) throws(ServiceMismatch) -> Bool { try required(name) }
    func value(_ name: String) throws(ServiceMismatch) -> Bool? { try found(name) }

    func value<Value: ServiceReadable>(_ name: String) throws(ServiceMismatch) -> Value {
        try Self.value(of: present(name), at: "\(place).\(name)")
    }

    func value<Value: ServiceReadable>(_ name: String) throws(ServiceMismatch) -> Value? {
        guard let member = member(name) else { return nil }
        return try Self.value(of: member, at: "\(place).\(name)") as Value
    }

    func value<Value: ServiceReadable>(_ name: String) throws(ServiceMismatch) -> [Value] {
        try elements(name).map { (value, place) throws(ServiceMismatch) in
            try Self.value(of: value, at: place)
        }
    }

    func value(_ name: String) throws(ServiceMismatch) -> [String] {
        try elements(name).map { (value, place) throws(ServiceMismatch) in try Self.scalar(value, at: place) }
    }

    func value(_ name: String) throws(ServiceMismatch) -> [Int]? {
        guard member(name) != nil else { return nil }
        return try elements(name).map { (value, place) throws(ServiceMismatch) in
            try Self.scalar(value, at: place)
        }
    }

    func value(_ name: String) throws(ServiceMismatch) -> [String]? {
        member(name) == nil ? nil : try value(name) as [String]
    }

    func value(_ name: String) throws(ServiceMismatch) -> [[String]]? {
        guard let member = member(name) else { return nil }
        return try Self.elements(member, at: "\(place).\(name)").map { (row, place) throws(ServiceMismatch) in
            try Self.elements(row, at: place).map { (value, place) throws(ServiceMismatch) in
                try Self.scalar(value, at: place)
            }
        }
    }

    // MARK: How

    /// A member; nil where it is missing, or null.
    private func member(_ name: String) -> JSONValue? {
        let value = object.members.first { $0.name.utf8.elementsEqual(name.utf8) }?.value
        return value == .null ? nil : value
    }

    private func present(_ name: String) throws(ServiceMismatch) -> JSONValue {
        guard let value = member(name) else { throw ServiceMismatch("\(place).\(name) is missing") }
        return value
    }

    private func required<Scalar: ServiceScalar>(_ name: String) throws(ServiceMismatch) -> Scalar {
        try Self.scalar(present(name), at: "\(place).\(name)")
    }

    private func found<Scalar: ServiceScalar>(_ name: String) throws(ServiceMismatch) -> Scalar? {
        guard let member = member(name) else { return nil }
        return try Self.scalar(member, at: "\(place).\(name)") as Scalar
    }

    private func elements(
        _ name: String
    ) throws(ServiceMismatch) -> [(value: JSONValue, place: String)] {
        try Self.elements(present(name), at: "\(place).\(name)")
    }

    private static func elements(
        _ value: JSONValue, at place: String
    ) throws(ServiceMismatch) -> [(value: JSONValue, place: String)] {
        guard case .array(let values) = value else { throw ServiceMismatch("\(place) is \(value.kind)") }
        return values.map { ($0, "an element of \(place)") }
    }

    private static func value<Value: ServiceReadable>(
        of value: JSONValue, at place: String
    ) throws(ServiceMismatch) -> Value {
        try Value(reading: ServiceObject(value, at: place))
    }

    private static func scalar<Scalar: ServiceScalar>(
        _ value: JSONValue, at place: String
    ) throws(ServiceMismatch) -> Scalar {
        guard let scalar = Scalar(value) else { throw ServiceMismatch("\(place) is \(value.kind)") }
        return scalar
    }
}

/// What is no object and no array.
private protocol ServiceScalar {
    init?(_ value: JSONValue)
}

extension String: ServiceScalar {
    fileprivate init?(_ value: JSONValue) {
        guard case .string(let text) = value else { return nil }
        self = text
    }
}

extension Int: ServiceScalar {
    fileprivate init?(_ value: JSONValue) {
        guard case .whole(let number) = value else { return nil }
        self = number
    }
}

extension Bool: ServiceScalar {
    fileprivate init?(_ value: JSONValue) {
        guard case .truth(let truth) = value else { return nil }
        self = truth
    }
}
