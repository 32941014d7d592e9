// SPDX-License-Identifier: MIT
// What a person types to find notes, and those that link to one, and what comes back.

import Foundation
import Testing

@Suite("Searching from the command line")
struct SearchTranscriptTests {
    private let terminal: Terminal

    init() async throws {
        terminal = try Terminal()
        let made = try await terminal.type(
            #"""
            mkdir -p v/Plans v/.obsidian
            printf 'The Garden\r\nwall [[todo]]\x1b[31m garden\n' > v/a.md
            printf '# x\n' > v/todo.md
            printf 'un café [t](../todo.md)' > v/Plans/b.md
            printf 'nothing' > v/Plans/garden.md
            printf 'garden\xff' > v/bad.md
            touch -d '2026-01-01' v/a.md
            touch -d '2026-01-02' v/todo.md
            touch -d '2026-01-03' v/Plans/b.md
            touch -d '2026-01-04' v/Plans/garden.md
            """#)
        #expect(made == .init(out: "", err: "", code: 0))
    }

    private static let leftOut = "notekit: left out: 1 note that is not UTF-8, as 'bad.md'.\n"

    @Test("shows titles first, then lines with their numbers, safe for a terminal")
    func lines() async throws {
        for _ in 0..<2 {
            let answer = try await terminal.type("notekit search v GARDEN")
            #expect(
                answer
                    == .init(
                        out: "Plans/garden.md\na.md:1:The Garden\na.md:2:wall [[todo]]\u{FFFD}[31m garden\n",
                        err: Self.leftOut, code: 0))
        }
    }

    @Test("gives JSON with matches in bytes of the file, and exits 0 where nothing is found")
    func json() async throws {
        let answer = try await terminal.type("notekit search v cafe --ignore-marks --json 2> /dev/null")
        #expect(
            answer.out
                == #"[{"path":"Plans/b.md","title":"b","matches":[{"start":3,"end":8}]}]"# + "\n")
        let nothing = try await terminal.type("notekit search v cafe --json")
        #expect(nothing == .init(out: "[]\n", err: Self.leftOut, code: 0))
    }

    @Test("counts lines by every ending, and shows the empty ones that an expression finds")
    func lineNumbers() async throws {
        let answer = try await terminal.type(
            #"""
            mkdir w
            { seq 40 | sed 's/$/\r/'; printf '\r\ra needle\r\n\r\nand the end, needle\n'; } > w/n.md
            : > w/none.md
            notekit search w needle
            notekit search w '^$' --regex
            notekit search w '^$' --regex --json
            """#)
        #expect(
            answer
                == .init(
                    out: """
                        n.md:43:a needle
                        n.md:45:and the end, needle
                        n.md:41:
                        n.md:42:
                        n.md:44:
                        [{"path":"n.md","title":"n","matches":[{"start":151,"end":151},{"start":152,"end":152},\
                        {"start":163,"end":163}]}]

                        """, err: "", code: 0))
    }

    @Test("takes regular expressions, and looks in one folder")
    func expressions() async throws {
        let answer = try await terminal.type(#"notekit search v '^the g\w+|^un' --regex 2> /dev/null"#)
        #expect(answer.out == "Plans/b.md:1:un café [t](../todo.md)\na.md:1:The Garden\n" && answer.code == 0)
        let below = try await terminal.type("notekit search v garden --in Plans 2> /dev/null")
        #expect(below.out == "Plans/garden.md\n")
    }

    @Test(
        "refuses what cannot be looked for, or looked at",
        arguments: [
            ("v ''", "There is nothing to look for."),
            ("v '(' --regex", "This is no regular expression: missing closing parenthesis, at byte 1."),
            ("v x --in ../v", "--in takes a folder below the vault, not '../v'."),
            ("v x --in none", "'none' is no folder of the vault 'v'."), ("none x", "'none'"),
            ("v '(a|aa)+$' --regex", "takes too many steps"),
        ])
    func refusals(words: String, sentence: String) async throws {
        try terminal.write(String(repeating: "a", count: 4000) + "b", to: "v/long.md")
        let answer = try await terminal.type("notekit search \(words)")
        #expect(answer.out == "" && answer.code == 2 && answer.err.contains(sentence), "\(answer)")
    }

    @Test("answers where the state folder cannot be written, and says so")
    func withoutState() async throws {
        let answer = try await terminal.type(
            "notekit search v cafe --ignore-marks", environment: ["XDG_STATE_HOME": "/proc/none"])
        #expect(answer.out == "Plans/b.md:1:un café [t](../todo.md)\n" && answer.code == 0)
        #expect(answer.err.contains("Notes that the index does not know are read instead."))
    }

    @Test("works in a folder that is no vault, and writes nothing there")
    func plainFolder() async throws {
        let answer = try await terminal.type(
            "rm -r v/.obsidian; ls -lR --time-style=full-iso v > before; notekit search v wall 2> /dev/null; "
                + "ls -lR --time-style=full-iso v | diff before - && echo same")
        #expect(answer.out == "a.md:2:wall [[todo]]\u{FFFD}[31m garden\nsame\n")
    }

    @Test("shows which notes link to a note")
    func backlinks() async throws {
        let lines = try await terminal.type("notekit links --back v/todo.md 2> /dev/null")
        #expect(lines.out == "Plans/b.md:1:  link      ../todo.md\na.md:2:        wikilink  todo\n")
        let json = try await terminal.type("notekit links v/todo.md --back --json 2> /dev/null")
        #expect(
            json.out == #"[{"path":"Plans/b.md","kind":"link","target":"../todo.md","sub":null,"line":1,"#
                + #""start":9,"end":24},{"path":"a.md","kind":"wikilink","target":"todo","sub":null,"line":2,"#
                + #""start":17,"end":25}]"# + "\n")
        let missing = try await terminal.type("notekit links --back v/none.md")
        #expect(missing.code == 2 && missing.err.contains("'none.md' is no file of the vault"))
    }
}
