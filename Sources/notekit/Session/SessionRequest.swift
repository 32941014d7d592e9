// SPDX-License-Identifier: MIT
// What a program asks of `notekit session`, one JSON object a line.

internal import NoteJSON
internal import NoteKit

/// One request. A line that is none is one too, and its answer says why.
struct SessionRequest: Equatable, Sendable {
    /// What is asked for.
    enum Operation: Equatable, Sendable {
        case edit(Range<Int>, text: String, revision: Int?)
        case save
        /// The token names the sides that were chosen on; nil for those of the moment.
        case resolve(Choice, of: ConflictToken?)
        case text
        case undo
        case redo
        case close
    }

    /// The ways out of a conflict.
    enum Choice: Equatable, Sendable {
        case mine
        case theirs
        case both
        /// Nil for the proposed merge.
        case merged(String?)
    }

    /// The word for the operation, which its answer carries; nil where there is no such operation.
    let name: String?
    /// What the program calls the request, a string or a whole number: its answer carries that too.
    let id: JSONValue?
    /// What to do, or why that cannot be told.
    let operation: Result<Operation, SessionRefusal>

    private static let names = ["edit", "save", "resolve", "text", "undo", "redo", "close"]

    /// Reads a line.
    init(_ line: [UInt8]) {
        var (name, id): (String?, JSONValue?) = (nil, nil)
        do throws(SessionRefusal) {
            let fields = try Self.fields(line)
            id = try Self.id(fields)
            guard case .string(let word) = fields["op"] else {
                throw .badRequest("A request needs an 'op', which is a string.")
            }
            guard let known = Self.names.first(where: { $0 == word }) else {
                throw .badRequest("There is no such 'op'. Known are \(Self.names.joined(separator: ", ")).")
            }
            name = known
            operation = .success(try Self.operation(known, fields))
        } catch {
            operation = .failure(error)
        }
        (self.name, self.id) = (name, id)
    }

    /// What stands for a line that was not read to its end.
    init(refused refusal: SessionRefusal) {
        (name, id, operation) = (nil, nil, .failure(refusal))
    }

    private static func fields(_ line: [UInt8]) throws(SessionRefusal) -> JSONObject {
        let value: JSONValue
        do throws(JSONError) {
            value = try JSONValue(parsing: line)
        } catch {
            throw SessionRefusal("bad-json", error.description)
        }
        guard case .object(let fields) = value else { throw .badRequest("A request is a JSON object.") }
        return fields
    }

    private static func id(_ fields: JSONObject) throws(SessionRefusal) -> JSONValue? {
        switch fields["id"] {
        case nil, .null: return nil
        case .string, .whole: return fields["id"]
        default: throw .badRequest("'id' is a string or a whole number.")
        }
    }

    private static func operation(
        _ name: String, _ fields: JSONObject
    ) throws(SessionRefusal) -> Operation {
        switch name {
        case "edit":
            guard let start = try number("start", fields), let end = try number("end", fields),
                let text = try string("text", fields)
            else { throw .badRequest("An edit needs 'start', 'end' and 'text'.") }
            guard 0 <= start, start <= end else {
                throw SessionRefusal("bad-edit", "From \(start) to \(end) is no range.")
            }
            return .edit(start..<end, text: text, revision: try number("revision", fields))
        case "resolve":
            let text = try string("text", fields)
            let named = try string("token", fields)
            let token = named.flatMap { ConflictToken($0) }
            if named != nil, token == nil { throw .badRequest("'token' is none.") }
            switch try string("choice", fields) {
            case "mine": return .resolve(.mine, of: token)
            case "theirs": return .resolve(.theirs, of: token)
            case "both": return .resolve(.both, of: token)
            case "merged": return .resolve(.merged(text), of: token)
            default: throw .badRequest("'choice' is mine, theirs, both or merged.")
            }
        case "save": return .save
        case "text": return .text
        case "undo": return .undo
        case "redo": return .redo
        default: return .close
        }
    }

    /// A whole number; nil where there is none.
    private static func number(
        _ name: StaticString, _ fields: JSONObject
    ) throws(SessionRefusal) -> Int? {
        switch fields[name] {
        case nil, .null: return nil
        case .whole(let number): return number
        case let other?: throw .badRequest("'\(name)' is a whole number, not \(other.kind).")
        }
    }

    /// A string; nil where there is none.
    private static func string(
        _ name: StaticString, _ fields: JSONObject
    ) throws(SessionRefusal) -> String? {
        switch fields[name] {
        case nil, .null: return nil
        case .string(let text): return text
        case let other?: throw .badRequest("'\(name)' is a string, not \(other.kind).")
        }
    }
}
