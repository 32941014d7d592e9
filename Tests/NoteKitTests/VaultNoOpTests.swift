// SPDX-License-Identifier: MIT
// The vault no-op check as a test: NOTEKIT_VAULT=/path swift test --filter VaultNoOp

import Foundation
import NoteKit
import Testing

@Suite("The vault no-op check")
struct VaultNoOpTests {
    @Test("opens every note, hands its text back, and finds that nothing would be written and nothing was")
    func vault() throws {
        let named = ProcessInfo.processInfo.environment["NOTEKIT_VAULT"].flatMap { $0.isEmpty ? nil : $0 }
        let path = NotePath(named ?? Tool.repository.appendingPathComponent("Fixtures/vault").path)
        let report = try VaultCheck(vault: path).run()
        for failure in report.failures { Issue.record("\(failure.path): \(failure.reason)") }
        #expect(report.failures.isEmpty)
        #expect(report.notes > 0, "there are no notes in \(path)")
        print(
            "\(report.notes) notes, \(report.bytes) bytes, \(report.unreadable.count) not UTF-8, in \(report.seconds) s"
        )
    }
}
