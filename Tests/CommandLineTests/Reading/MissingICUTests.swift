// SPDX-License-Identifier: MIT
// A machine without the library that writes dates.

import Foundation
import Testing

@Suite("notekit without ICU")
struct MissingICUTests {
    @Test("does all that writes no date, and says what is missing to the rest")
    func missing() async throws {
        let terminal = try Terminal()
        // Found before the system's, and no library.
        try await terminal.type("mkdir lib && for n in $(seq 60 99); do echo > lib/libicui18n.so.$n; done")
        try terminal.write("- [ ] *a*\n", to: "a.md")
        let environment = ["LD_LIBRARY_PATH": terminal.folder.path + "/lib"]
        let fine = try await terminal.type(
            "notekit task toggle a.md 1 > /dev/null && notekit text a.md", environment: environment)
        #expect(fine.code == 0 && fine.err.isEmpty, "\(fine)")
        let told = try await terminal.type("notekit export a.md --to md -o -", environment: environment)
        #expect(told.code == 2 && told.out.isEmpty && told.err.contains("is not installed"), "\(told)")
    }
}
