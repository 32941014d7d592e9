// SPDX-License-Identifier: MIT
// How far a request is: told where it is asked for, and no oftener than anybody can read.

import CNoteLinux
import Foundation
import NoteJSON
import NoteProtocol
import Testing

@testable import NoteService

@Suite("The progress of a request")
struct ProgressTests {
    @Test("is told once for each hundredth, from its beginning to its end, and only with a token")
    func hundredths() async throws {
        let daemon = try PairedDaemon()
        var pair: [Int32] = [-1, -1]
        try #require(cn_unix_pair(&pair) == 0)
        let connection = Connection(pair[0], number: 1, peer: getpid(), loop: daemon.loop)
        let client = daemon.daemon.welcome(connection)
        #expect(ProgressTelling(nil, "Work", to: client) == nil)
        var telling = ProgressTelling(.string("t"), "Work", to: client)
        for done in stride(from: 0, through: 10_000, by: 10) { telling?.tell(done, of: 10_000) }
        connection.close("the test ends")
        let reader = PairedClient(pair[1])
        let told = try await reader.wait { messages -> [JSONObject]? in
            let values = messages.compactMap { $0.object("params")?.object("value") }
            return values.last?.text("kind") == "end" ? values : nil
        }
        #expect(told.map { $0.text("kind") } == ["begin"] + Array(repeating: "report", count: 100) + ["end"])
        #expect(told.dropFirst().map { $0.number("percentage") } == Array(0...100))
        #expect(told.last?.number("done") == 10_000 && told.last?.number("total") == 10_000)
        await daemon.end()
        try daemon.remove()
    }
}
