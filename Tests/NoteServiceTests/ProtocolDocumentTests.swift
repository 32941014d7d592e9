// SPDX-License-Identifier: MIT
// What is checked in of the protocol is what the program says of itself.

import Foundation
import NoteKit
import Testing

@testable import NoteService

@Suite("The protocol as it is checked in")
struct ProtocolDocumentTests {
    private func file(_ name: String) throws -> String {
        try String(contentsOf: Programs.sources.appendingPathComponent(name), encoding: .utf8)
    }

    @Test("the schema is the one of the program; notekitd --schema prints it")
    func schema() throws {
        #expect(try file("protocol.schema.json") == ProtocolSchema.text)
        _ = try JSONSerialization.jsonObject(with: Data(ProtocolSchema.text.utf8))
    }

    @Test("the types of the client are those of the program", arguments: ProtocolSwift.Part.allCases)
    func types(part: ProtocolSwift.Part) throws {
        let file = Programs.sources.deletingLastPathComponent()
            .appendingPathComponent("NoteProtocol/Calls/\(part.file)")
        #expect(try String(contentsOf: file, encoding: .utf8) == ProtocolSwift.text(of: part))
    }

    @Test("the configuration that it shows names every setting, as it is without one")
    func configuration() throws {
        let text = try file("Protocol.md")
        let start = try #require(text.firstRange(of: "```json\n"))
        let end = try #require(text[start.upperBound...].firstRange(of: "```"))
        let shown = text[start.upperBound..<end.lowerBound]
        let read = try ServiceConfiguration(parsing: Array(shown.utf8), of: NotePath("config.json"))
        #expect(read == ServiceConfiguration())
        for name in ServiceConfiguration.names {
            #expect(shown.contains("\"\(name)\":"), "\(name) is not shown")
        }
    }

    @Test("the documentation ends in the reference of the program; notekitd --documentation prints it")
    func reference() throws {
        #expect(try file("Protocol.md").hasSuffix("\n" + ProtocolDocumentation.text))
    }
}
