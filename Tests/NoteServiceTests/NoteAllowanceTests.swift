// SPDX-License-Identifier: MIT
// No more notes are open than may be, in all vaults together.

import Testing

@testable import NoteService

@Suite("The number of open notes")
struct NoteAllowanceTests {
    @Test("counts each as long as it is open")
    func allowance() {
        let allowance = NoteAllowance(2)
        let first = allowance.share()
        var second = allowance.share()
        #expect(first != nil && second != nil && allowance.share() == nil)
        second = nil
        #expect(second == nil && allowance.share() != nil)
    }
}
