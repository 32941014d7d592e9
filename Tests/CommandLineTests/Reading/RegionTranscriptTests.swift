// SPDX-License-Identifier: MIT
// What `notekit regions` prints.

import Testing

@Suite("The regions of a note")
struct RegionTranscriptTests {
    private let terminal: Terminal

    init() throws { terminal = try Terminal() }

    @Test("are lines for people and an array for scripts, in bytes of the file")
    func regions() async throws {
        let made = try await terminal.type(
            #"printf '\xef\xbb\xbf---\r\nk: v\r\n---\r\n# One\r\n\r\n- a\r\n  - b\r\n- c\r\n---\r\ntext' > n.md"#
        )
        #expect(made == .init(out: "", err: "", code: 0))
        #expect(
            try await terminal.type("notekit regions n.md")
                == .init(
                    out: """
                        n.md:4:   0  19..28  # One
                        n.md:6:   1  28..40  - a - b
                        n.md:8:   2  40..45  - c
                        n.md:9:   3  45..50  ---
                        n.md:10:  4  50..54  text

                        """, err: "", code: 0))
        #expect(
            try await terminal.type("notekit regions --json n.md").out
                == #"[{"id":0,"line":4,"start":19,"end":28},{"id":1,"line":6,"start":28,"end":40},"#
                + #"{"id":2,"line":8,"start":40,"end":45},{"id":3,"line":9,"start":45,"end":50},"#
                + #"{"id":4,"line":10,"start":50,"end":54}]"# + "\n")
    }

    @Test("of an empty body are one empty region")
    func empty() async throws {
        let answer = try await terminal.type(
            "printf '%s\\n' --- 'k: v' --- > n.md; notekit regions --json n.md")
        #expect(answer == .init(out: #"[{"id":0,"line":4,"start":13,"end":13}]"# + "\n", err: "", code: 0))
    }
}
