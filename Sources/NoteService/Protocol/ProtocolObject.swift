// SPDX-License-Identifier: MIT
// How a type becomes an object of an answer, and how both are declared once.

internal import NoteJSON

/// An object of an answer.
protocol ProtocolObject: ProtocolOutput {
    /// Its members in the order in which they are written.
    static var members: [Member<Self>] { get }
}

/// One member of an object: its name, what it holds, and where it comes from.
struct Member<Owner>: Sendable {
    let field: Field
    let write: @Sendable (Owner, inout JSONWriter) -> Void

    /// A member that is always there; null for nil.
    init<Value: ProtocolOutput>(
        _ name: String, _ summary: String, _ value: @escaping @Sendable (Owner) -> Value
    ) {
        field = Field(name: name, shape: Value.shape, isOptional: false, summary: summary)
        write = { owner, json in json.field(name) { value(owner).write(to: &$0) } }
    }

    /// A member that is left out for nil.
    init<Value: ProtocolOutput>(
        optional name: String, _ summary: String, _ value: @escaping @Sendable (Owner) -> Value?
    ) {
        field = Field(name: name, shape: Value.shape, isOptional: true, summary: summary)
        write = { owner, json in
            if let value = value(owner) { json.field(name) { value.write(to: &$0) } }
        }
    }
}

extension ProtocolObject {
    static var shape: Shape { .object(members.map(\.field), type: String(reflecting: Self.self)) }

    func write(to json: inout JSONWriter) {
        json.object { json in
            for member in Self.members { member.write(self, &json) }
        }
    }
}
