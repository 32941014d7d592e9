// SPDX-License-Identifier: MIT
// That notes take turns in one process.

import NoteKit
import NoteTypesetting
import Synchronization
import Testing

@Suite("Notes typeset in this process by several threads")
struct TypesettingTurnTests {
    @Test("are typeset one after the other, since cairo's fonts stand no more")
    func turns() {
        let writers = Mutex<[Int]>([])
        Workers.run(4) { thread in
            for number in 0..<20 {
                let content = NotePDFRenderer.Content(title: "", body: Array("*some* words\n".utf8))
                // What a note could not be typeset for would be missing from its file, so from the list as well.
                _ = try? NotePDFRenderer().render(content) { _ in
                    writers.withLock { $0.append(thread * 100 + number) }
                }
            }
        }
        let order = writers.withLock { $0 }
        let turns = order.indices.filter { $0 == 0 || order[$0] != order[$0 - 1] }
        #expect(turns.count == 80 && order.count > 160)
    }
}
