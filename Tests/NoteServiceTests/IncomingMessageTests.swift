// SPDX-License-Identifier: MIT
// What is a message of JSON-RPC 2.0, and what is refused with which code.

import NoteJSON
import Testing

@testable import NoteService

@Suite("A message of a client")
struct IncomingMessageTests {
    private func refusal(_ text: String) -> IncomingMessage.Refusal? {
        do throws(IncomingMessage.Refusal) {
            _ = try IncomingMessage(parsing: Array(text.utf8))
            return nil
        } catch {
            return error
        }
    }

    @Test(
        "is refused with the standard code",
        arguments: [
            ("{", -32700, nil), ("[]", -32600, nil), ("1", -32600, nil), (#""x""#, -32600, nil),
            (#"[{"jsonrpc":"2.0","id":1,"method":"x"}]"#, -32600, nil),
            (#"{"id":1,"method":"x"}"#, -32600, MessageID.number(1)),
            (#"{"jsonrpc":"1.0","id":1,"method":"x"}"#, -32600, .number(1)),
            (#"{"jsonrpc":"2.0","id":"a"}"#, -32600, .string("a")),
            (#"{"jsonrpc":"2.0","id":1,"method":2}"#, -32600, .number(1)),
            (#"{"jsonrpc":"2.0","id":1.5,"method":"x"}"#, -32600, nil),
            (#"{"jsonrpc":"2.0","id":null,"method":"x"}"#, -32600, nil),
            (#"{"jsonrpc":"2.0","id":{},"method":"x"}"#, -32600, nil),
            (#"{"jsonrpc":"2.0","id":1,"method":"x","params":[1]}"#, -32602, .number(1)),
            (#"{"jsonrpc":"2.0","id":1,"method":"x","params":null}"#, -32602, .number(1)),
            (#"{"jsonrpc":"2.0","id":1,"id":2,"method":"x"}"#, -32700, nil),
        ] as [(String, Int, MessageID?)])
    func refused(text: String, code: Int, id: MessageID?) throws {
        let answer = try #require(refusal(text))
        #expect(answer.error.code.number == code)
        #expect(answer.id == id)
    }

    @Test("is a notification without an id, and an answer without a method")
    func kinds() throws {
        guard
            case .notification("x", _) = try IncomingMessage(
                parsing: Array(#"{"jsonrpc":"2.0","method":"x"}"#.utf8))
        else { return #expect(Bool(false)) }
        guard case .answer = try IncomingMessage(parsing: Array(#"{"jsonrpc":"2.0","id":1,"result":1}"#.utf8))
        else { return #expect(Bool(false)) }
        guard
            case .request(.string("é"), method: "x", let parameters) = try IncomingMessage(
                parsing: Array(#"{"jsonrpc":"2.0","id":"é","method":"x","params":{"a":1}}"#.utf8))
        else { return #expect(Bool(false)) }
        #expect(parameters["a"] == .whole(1))
    }

    @Test("has another id where that differs in its bytes alone")
    func identity() {
        let spellings = ["caf\u{E9}", "cafe\u{301}"].map { MessageID.string($0) }
        #expect(Set(spellings + [.number(1)] + spellings).count == 3)
    }

    @Test("with parameters that nobody declared is refused by their name")
    func unknownParameter() throws {
        let object = try JSONValue(parsing: Array(#"{"vault":"v","path":"a.md","Base":"x"}"#.utf8))
        guard case .object(let parameters) = object, let method = MethodTable.method(named: "note/write")
        else {
            return #expect(Bool(false))
        }
        let error = #expect(throws: ProtocolError.self) { try method.request(parameters) }
        #expect(error?.code == .invalidParameters)
        #expect(error?.description.contains("'Base'") == true)
    }

    @Test("with half a character is refused with its id, where that is known")
    func halfCharacter() {
        func refusal(_ text: String) -> IncomingMessage.Refusal? {
            #expect(throws: IncomingMessage.Refusal.self) {
                try IncomingMessage(parsing: Array(text.utf8))
            }
        }
        let known = refusal(#"{"jsonrpc":"2.0","id":7,"method":"note/edit","params":{"text":"\ud83d"}}"#)
        #expect(known?.id == .number(7) && known?.error.code == .invalidParameters)
        let unknown = refusal(#"{"jsonrpc":"2.0","id":"\udc00","method":"note/edit"}"#)
        #expect(unknown?.id == nil && unknown?.error.code == .parse)
        let broken = refusal(#"{"jsonrpc":"2.0","id":7,"method":"\ud83d""#)
        #expect(broken?.id == nil && broken?.error.code == .parse)
    }

    @Test("no code and no word stands for two errors")
    func codes() {
        let all = ProtocolError.Code.all
        #expect(Set(all.map(\.number)).count == all.count)
        #expect(Set(all.map(\.word)).count == all.count)
    }
}
