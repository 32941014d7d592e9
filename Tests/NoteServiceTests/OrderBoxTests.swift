// SPDX-License-Identifier: MIT
// No order to a daemon is lost among others, and an end comes first.

import Testing

@testable import NoteService

@Suite("The orders of a daemon")
struct OrderBoxTests {
    private func words(_ box: OrderBox, _ count: Int) async -> [String] {
        var words: [String] = []
        for _ in 0..<count { words.append("\(await box.next())") }
        return words
    }

    @Test("wait once each, and the end comes before all of them")
    func order() async {
        let box = OrderBox()
        for _ in 0..<1000 {
            box.put(.reload)
            box.put(.tick)
        }
        box.put(.end("first"))
        box.put(.end("second"))
        box.put(.opened)
        #expect(await words(box, 4) == [#"end("first")"#, "opened", "tick", "reload"])
        box.put(.reload)
        #expect(await words(box, 1) == ["reload"])
    }

    @Test("reach whoever waits for one already")
    func waiting() async {
        let box = OrderBox()
        async let first = box.next()
        box.put(.end("now"))
        #expect("\(await first)" == #"end("now")"#)
    }
}
