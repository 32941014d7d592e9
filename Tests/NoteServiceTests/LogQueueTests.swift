// SPDX-License-Identifier: MIT
// A log that nobody reads holds up nobody, and says afterwards what is missing.

import Dispatch
import Synchronization
import Testing

@testable import NoteService

@Suite("The lines of the log")
struct LogQueueTests {
    @Test("never keep whoever logs waiting, and tell how many were dropped")
    func unread() {
        let isRead = DispatchSemaphore(value: 0)
        let hasBegun = DispatchSemaphore(value: 0)
        let written = Mutex<[String]>([])
        let queue = LogQueue(least: .info) {
            Array("\($0) dropped".utf8)
        } write: { line in
            hasBegun.signal()
            isRead.wait()
            isRead.signal()
            written.withLock { $0.append(String(decoding: line, as: UTF8.self)) }
        }
        queue.add(Array("first".utf8))
        hasBegun.wait()
        // The first is being written, and these find no reader.
        for number in 0..<LogQueue.most + 7 { queue.add(Array("\(number)".utf8)) }
        #expect(written.withLock { $0.isEmpty })
        isRead.signal()
        queue.finish()
        let lines = written.withLock { $0 }
        #expect(lines == ["first"] + (0..<LogQueue.most).map(String.init) + ["7 dropped"])
    }

    @Test("hold no orders for a terminal")
    func controls() {
        let line = ServiceLog.line(.info, "a\nb\u{1B}[2Jc\u{9B}d\re", .standardError)
        #expect(line == "notekitd: a b [2Jc d e\n")
    }
}
