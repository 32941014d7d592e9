// SPDX-License-Identifier: MIT
// How the members of an object become the properties of a type, and how both are declared once.

internal import NoteJSON
internal import NoteKit
internal import NoteProtocol

/// One parameter: its name, its type, and what it is for.
struct Parameter<Value: ProtocolInput>: Sendable {
    let name: String
    let summary: String

    init(_ name: String, _ summary: String) {
        self.name = name
        self.summary = summary
    }

    var field: Field {
        guard case .nullable(let shape) = Value.shape else {
            return Field(name: name, shape: Value.shape, isOptional: false, summary: summary)
        }
        return Field(name: name, shape: shape, isOptional: true, summary: summary)
    }
}

/// The parameters of a method, or an object among them.
protocol ProtocolParameters: ProtocolInput {
    /// All that there are, in the order of the documentation.
    static var fields: [Field] { get }
    init(_ given: GivenParameters) throws(ProtocolError)
}

extension ProtocolParameters {
    static var shape: Shape { .object(fields, type: String(reflecting: Self.self)) }

    init(_ value: JSONValue, at place: String) throws(ProtocolError) {
        guard case .object(let object) = value else { throw .mismatch(value, "an object", at: place) }
        try self.init(try GivenParameters(object, declared: Self.fields, at: place))
    }
}

/// The members that came, none of them unknown.
struct GivenParameters {
    private let object: JSONObject
    private let place: String

    /// - Throws: `ProtocolError`: a member that nobody declared. A misspelt one is never left out in silence.
    init(_ object: JSONObject, declared: [Field], at place: String) throws(ProtocolError) {
        self.object = object
        self.place = place
        for member in object.members
        where !declared.contains(where: { $0.name.utf8.elementsEqual(member.name.utf8) }) {
            let names = declared.map(\.name).joined(separator: ", ")
            throw ProtocolError(
                .invalidParameters,
                "'\(member.name.prefix(64))' is no member of \(place); there are: \(names).")
        }
    }

    /// The value of a parameter.
    func value<Value: ProtocolInput>(of parameter: Parameter<Value>) throws(ProtocolError) -> Value {
        let member = object.members.first { $0.name.utf8.elementsEqual(parameter.name.utf8) }
        if member == nil, case .nullable = Value.shape { return try Value(.null, at: parameter.name) }
        guard let member else {
            throw ProtocolError(.invalidParameters, "\(place): '\(parameter.name)' is missing.")
        }
        return try Value(member.value, at: "\(place).\(parameter.name)")
    }
}

extension GivenParameters {
    /// The folder of the vault that a parameter names; nil where it is not there.
    func folder(of parameter: Parameter<String?>) throws(ProtocolError) -> NotePath? {
        guard let text = try value(of: parameter) else { return nil }
        guard let path = NotePath(shown: text), !path.isAbsolute, VaultPath(path)?.path == path else {
            throw ProtocolError(.outsideVault, "\(parameter.name) names no folder in the vault.")
        }
        return path
    }
}

/// A request that needs no parameters.
struct NoParameters: ProtocolParameters {
    static let fields: [Field] = []
    init(_ given: GivenParameters) {}
}
