// SPDX-License-Identifier: MIT
// What a person reads where a library is missing that is only opened when it is needed.

import Foundation
import Testing

@Suite("Where ICU is not installed")
struct MissingLibraryTests {
    @Test("a search says so, and finds nothing by chance")
    func search() async throws {
        let terminal = try Terminal()
        // A file of no bytes in its place is no library.
        let line = """
            mkdir v library && echo '\u{DC}ber' > v/a.md
            for version in $(seq 60 99); do : > library/libicui18n.so.$version; done
            notekit search v '\u{FC}ber' && LD_LIBRARY_PATH=library notekit search v '\u{FC}ber'
            """
        let answer = try await terminal.type(line)
        #expect(answer.out == "a.md:1:\u{DC}ber\n" && answer.code == 2)
        #expect(answer.err.contains("(libicu) is not installed, without which nothing can be searched."))
    }
}
