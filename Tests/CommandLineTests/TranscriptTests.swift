// SPDX-License-Identifier: MIT
// What a person types and what comes back, for everything but editing.

import Foundation
import Testing

@Suite("In a terminal")
struct TranscriptTests {
    /// A vault of four notes with known times, and things that are no notes.
    private func vault() async throws -> Terminal {
        let terminal = try Terminal()
        let made = try await terminal.type(
            #"""
            mkdir -p v/sub v/.obsidian
            printf 'one\n' > v/one.md
            printf 'two\r\n' > v/sub/two.md
            printf '\xff\xfeT\x00' > v/wide.md
            printf 'x' > "v/$(printf 'odd\\ \xff').md"
            printf 'no' > v/.obsidian/no.md
            printf 'no' > v/no.txt
            touch -d '2026-01-01T10:00:00Z' v/wide.md
            touch -d '2026-01-02T10:00:00Z' v/odd*.md
            touch -d '2026-07-03T10:00:00Z' v/one.md
            touch -d '2026-01-04T10:00:00Z' v/sub/two.md
            """#)
        #expect(made == .init(out: "", err: "", code: 0))
        return terminal
    }

    static let refusals: [(line: String, err: String)] = [
        (
            "notekit",
            "notekit: A command is missing: check, list, watch, edit, session, task, merge, outline, links, tags, "
                + "tasks, scan, tree, blocks, sections, text, preview, regions, properties, property, export, "
                + "history, search, rename, move, folder, pin, unpin, attach, status, conflicts, diff, resolve, daemon, mcp, "
                + "doctor, manual, completions, help.\n"
                + "'notekit --help' tells more.\n"
        ),
        (
            "notekit chekc .",
            "notekit: 'chekc' is no command of notekit.\nDid you mean 'check'? 'notekit --help' tells more.\n"
        ),
        (
            "notekit --versoin",
            "notekit: '--versoin' is no flag of notekit.\nDid you mean '--version'? 'notekit --help' tells more.\n"
        ),
        (
            "notekit list --jsno .",
            "notekit: '--jsno' is no flag of 'notekit list'.\n"
                + "Did you mean '--json'? 'notekit list --help' tells more.\n"
        ),
        (
            "notekit check --format xml .",
            "notekit: --format is one of text, json, junit, github, not 'xml'.\n'notekit check --help' tells more.\n"
        ),
        (
            "notekit check --jobs 0 .",
            "notekit: --jobs takes a number from 1 to 1024, not '0'.\n'notekit check --help' tells more.\n"
        ),
        ("notekit check", "notekit: VAULT is missing.\n'notekit check --help' tells more.\n"),
        ("notekit check ''", "notekit: VAULT is empty.\n'notekit check --help' tells more.\n"),
        (
            "notekit list . $'\\xff'",
            "notekit: '\\xFF' is one word too many.\n'notekit list --help' tells more.\n"
        ),
        (
            "notekit completions tcsh",
            "notekit: SHELL is one of bash, zsh, fish, not 'tcsh'.\n"
                + "'notekit completions --help' tells more.\n"
        ),
    ]

    @Test(
        "a wrong command line ends with 2, a sentence and a hint, and nothing on the standard output",
        arguments: refusals)
    func refused(line: String, err: String) async throws {
        #expect(try await Terminal().type(line) == .init(out: "", err: err, code: 2))
    }

    @Test("help and version answer on the standard output")
    func help() async throws {
        let terminal = try Terminal()
        #expect(
            try await terminal.type("notekit --version") == .init(out: "notekit 0.1.0\n", err: "", code: 0))
        #expect(try await terminal.type("notekit -V").out == "notekit 0.1.0\n")
        let general = try await terminal.type("notekit --help")
        #expect(general.code == 0 && general.err == "" && general.out.contains("Usage: notekit COMMAND"))
        #expect(try await terminal.type("notekit help") == general)
        let check = try await terminal.type("notekit check --help")
        #expect(check.code == 0 && check.out.contains("--strict"))
        #expect(try await terminal.type("notekit help check") == check)
        #expect(try await terminal.type("notekit check . -h") == check)
    }

    @Test("a list is newest first, in the zone of TZ")
    func list() async throws {
        let terminal = try await vault()
        let plain = try await terminal.type("notekit list v")
        #expect(
            plain
                == .init(
                    out: """
                        2026-07-03 10:00  4  one.md
                        2026-01-04 10:00  5  sub/two.md
                        2026-01-02 10:00  1  odd\\\\ \\xFF.md
                        2026-01-01 10:00  4  wide.md

                        """, err: "", code: 0))
        let berlin = try await terminal.type("TZ=Europe/Berlin notekit list v --sort name")
        #expect(
            berlin.out == """
                2026-01-02 11:00  1  odd\\\\ \\xFF.md
                2026-07-03 12:00  4  one.md
                2026-01-04 11:00  5  sub/two.md
                2026-01-01 11:00  4  wide.md

                """)
    }

    @Test("a list as JSON has path, size and both times with their zone")
    func listJSON() async throws {
        let terminal = try await vault()
        let answer = try await terminal.type("TZ=America/St_Johns notekit list --json v")
        #expect(answer.code == 0 && answer.err == "")
        let notes = try #require(
            try JSONSerialization.jsonObject(with: Data(answer.out.utf8)) as? [[String: Any]])
        try #require(notes.count == 4)
        #expect(
            notes.map { $0["path"] as? String } == ["one.md", "sub/two.md", "odd\\\\ \\xFF.md", "wide.md"])
        #expect(notes.map { $0["size"] as? Int } == [4, 5, 1, 4])
        #expect(notes[0]["modified"] as? String == "2026-07-03T07:30:00-02:30")
        #expect(notes[1]["modified"] as? String == "2026-01-04T06:30:00-03:30")
        let created = try #require(notes[0]["created"] as? String)
        #expect(ISO8601DateFormatter().date(from: created) != nil)
    }

    @Test("what is no folder is refused with 2", arguments: ["list", "check"])
    func noVault(command: String) async throws {
        let terminal = try await vault()
        for vault in ["nowhere", "v/one.md"] {
            let answer = try await terminal.type("notekit \(command) \(vault)")
            #expect(answer.code == 2 && answer.out == "")
            #expect(answer.err.hasPrefix("notekit: ") && answer.err.contains("'\(vault)'"))
        }
    }

    /// Takes from the superuser what lets one look everywhere; others have it not.
    private static let asOthers =
        "if ((EUID == 0)); then as() { setpriv --bounding-set=-dac_override,-dac_read_search \"$@\"; }; "
        + "else as() { \"$@\"; }; fi\n"

    @Test("a folder that may not be looked at is told, and keeps a list and a strict check from being well")
    func lockedFolder() async throws {
        let terminal = try await vault()
        let line = Self.asOthers + "rm -f v/wide.md; chmod 000 v/sub; trap 'chmod 700 v/sub' EXIT\n"
        let list = try await terminal.type(line + "as notekit list v")
        #expect(list.code == 1)
        #expect(list.err == "notekit: not listed: sub: this user is not permitted to look at it\n")
        #expect(list.out.split(separator: "\n").count == 2)
        let check = try await terminal.type(line + "as notekit check v; echo $?; as notekit check v --strict")
        let report = """
            skipped  sub: this user is not permitted to look at it
            2 notes, 5 bytes, parsed and styled: nothing would change, 1 skipped.

            """
        #expect(check == .init(out: report + "0\n" + report, err: "", code: 1))
    }

    @Test("a vault that may not be looked at, or is gone, is refused with 2", arguments: ["list", "check"])
    func lockedVault(command: String) async throws {
        let locked = try await Terminal().type(
            Self.asOthers
                + "mkdir v; chmod 000 v; as notekit \(command) v; code=$?; chmod 700 v; exit $code")
        #expect(locked.code == 2 && locked.out == "")
        #expect(locked.err.hasPrefix("notekit: the folder 'v' was not listed: this user is not permitted to"))
        let gone = try await Terminal().type(
            "mkdir v; cd v; rmdir ../v; exec notekit \(command) .")
        #expect(gone.code == 2 && gone.out == "")
        #expect(gone.err.hasPrefix("notekit: the folder '.' was not listed: nothing is there"))
    }

    @Test("a want of descriptors is refused with 2, however many there are", arguments: ["list", "check"])
    func wantOfDescriptors(command: String) async throws {
        let terminal = try await vault()
        // With few the program cannot even start, with more it does everything.
        let line = """
            for n in {3..12}; do
                (ulimit -n $n; exec notekit \(command) v --j\(command == "list" ? "son" : "obs 1")) > .out 2> .err
                code=$?
                [[ $code == 2 ]] && grep -q 'too many files are open' .err && echo refused
                [[ $code == 0 ]] && grep -q three .out
            done | sort -u
            """
        let answer = try await terminal.type("printf x > v/sub/three.md;" + line)
        #expect(answer.out == "refused\n")
    }

    @Test("a check says what it found and counts")
    func check() async throws {
        let terminal = try await vault()
        let answer = try await terminal.type("notekit check v")
        #expect(
            answer
                == .init(
                    out: """
                        unreadable  wide.md: not UTF-8 from byte 0; encoding: utf-16le; never rewritten
                        4 notes, 14 bytes, parsed and styled: nothing would change, 1 unreadable.

                        """, err: "", code: 0))
        let strict = try await terminal.type("notekit check v --strict --jobs 1")
        #expect(strict == .init(out: answer.out, err: "", code: 1))
    }

    @Test("a check as JSON has the fields that scripts read")
    func checkJSON() async throws {
        let terminal = try await vault()
        let answer = try await terminal.type("notekit check --format=json v")
        #expect(answer.code == 0 && answer.err == "")
        let report = try Answer(answer.out)
        #expect(
            Set(report.fields.keys) == [
                "vault", "notes", "bytes", "unreadable", "failures", "skipped", "seconds",
                "stylingSeconds",
            ])
        #expect(report["vault"] == "v")
        #expect(report.number("notes") == 4)
        #expect(report.number("bytes") == 14)
        #expect(report.list("unreadable").map { $0["path"] as? String } == ["wide.md"])
        #expect(report.list("unreadable").map { $0["offset"] as? Int } == [0])
        #expect(report.list("unreadable").map { $0["encoding"] as? String } == ["utf-16le"])
        #expect(report.list("failures").isEmpty)
        #expect(report.fields["seconds"] is NSNumber)
    }

    @Test("a check as JUnit is well-formed and counts its cases")
    func checkJUnit() async throws {
        let terminal = try await vault()
        let line = """
            notekit check --format junit --strict v > report.xml
            echo "exit $?"
            xmllint --noout report.xml
            xmllint --xpath 'count(//testcase)' report.xml
            xmllint --xpath 'string(/testsuites/@tests)' report.xml
            xmllint --xpath 'string(/testsuites/@failures)' report.xml
            xmllint --xpath 'count(//failure)' report.xml
            xmllint --xpath 'string(//testcase[@classname="unreadable"]/@name)' report.xml
            """
        #expect(
            try await terminal.type(line) == .init(out: "exit 1\n2\n2\n2\n2\nwide.md\n", err: "", code: 0))
    }

    @Test("a name full of markup and line breaks cannot break out of a report")
    func hostileName() async throws {
        let terminal = try Terminal()
        let line = """
            mkdir v; printf '\\xff' > $'v/<testcase>&"\\n::error::%,\\xee.md'
            notekit check --format junit v | xmllint --xpath 'string(//testcase[2]/@name)' -
            notekit check --format github v | grep -c '^::'
            notekit check --format github v | head -n 1
            """
        let answer = try await terminal.type(line)
        let name = #"<testcase>&"\x0A::error::%,\xEE.md"#
        let lines = answer.out.split(separator: "\n").map(String.init)
        try #require(lines.count == 3)
        #expect(lines[0] == name)
        #expect(lines[1] == "1")
        #expect(
            lines[2].hasPrefix(#"::warning file=v/<testcase>&"\x0A%3A%3Aerror%3A%3A%25%2C\xEE.md,title="#))
        #expect(lines[2].contains(#"::<testcase>&"\x0A::error::%25,\xEE.md: not UTF-8 from byte 0"#))
    }

    @Test("a check for GitHub names files as the repository does")
    func checkGitHub() async throws {
        let terminal = try await vault()
        let answer = try await terminal.type(
            "mv v 'v,1' && notekit check --format github \"$PWD/v,1\"",
            environment: ["GITHUB_WORKSPACE": terminal.folder.resolvingSymlinksInPath().path])
        #expect(
            answer.out == """
                ::warning file=v%2C1/wide.md,title=notekit check%3A unreadable::wide.md: not UTF-8 from byte 0; \
                encoding: utf-16le; never rewritten
                4 notes, 14 bytes, parsed and styled: nothing would change, 1 unreadable.

                """)
        #expect(answer.code == 0)
    }

    @Test("a check of the fixtures finds nothing, and changes nothing")
    func fixtures() async throws {
        let terminal = try Terminal()
        // Reading a folder moves its access time, reading a note as we do moves nothing.
        let facts =
            "{ find v -type f -printf '%i %s %m %T@ %C@ %A@ %p\\n'; find v -type d -printf '%i %m %T@ %C@ %p\\n'; } | sort"
        let line = """
            cp -R "$FIXTURES/vault" v
            \(facts) > .before
            notekit check v | tail -n 1
            \(facts) | cmp - .before
            """
        let answer = try await terminal.type(line)
        #expect(answer.code == 0 && answer.err == "")
        #expect(answer.out.hasPrefix("39 notes, "))
        #expect(answer.out.hasSuffix(" bytes, parsed and styled: nothing would change, 2 unreadable.\n"))
    }

    @Test("no progress bar goes where no person watches")
    func noBar() async throws {
        let terminal = try await vault()
        #expect(try await terminal.type("notekit check v", environment: ["TERM": "xterm"]).err == "")
    }
}

@Suite("When the answer cannot be delivered")
struct DeliveryTests {
    @Test("an output that takes nothing is told, and ends with 2", arguments: ["> /dev/full", ">&-"])
    func full(output: String) async throws {
        let answer = try await Terminal().type("notekit --help \(output)")
        #expect(answer.code == 2)
        #expect(answer.err.hasPrefix("notekit: the answer was not written to the standard output: "))
    }

    @Test(
        "of an edit it is told all the same that the note was saved",
        arguments: ["> /dev/full", ">&-", "--json > /dev/full", ">&4", "--json <&- >&-"])
    func savedButNotTold(output: String) async throws {
        let terminal = try Terminal()
        try terminal.write("a", to: "n.md")
        // The reading end of the pipe is closed before the program starts.
        let answer = try await terminal.type(
            "mkfifo .fifo; exec 3<> .fifo 4> .fifo 3<&-; notekit edit n.md --append --with b \(output); exit $?"
        )
        #expect(answer.code == (output == ">&4" ? 141 : 2))
        #expect(answer.err.contains("notekit: Saved 'n.md' ("))
        #expect(try terminal.bytes(of: "n.md") == Array("ab".utf8))
    }

    @Test("with every stream closed a note is saved, and nothing else gets into it")
    func closedStreams() async throws {
        let terminal = try Terminal()
        try terminal.write("a", to: "n.md")
        let answer = try await terminal.type("notekit edit n.md --append --with b <&- >&- 2>&-")
        #expect(answer.code == 2)
        #expect(try terminal.bytes(of: "n.md") == Array("ab".utf8))
    }

    @Test("a reader that went away ends the program in silence, as it ends any other")
    func pipe() async throws {
        // The pipe's reading end is closed before the program starts.
        let line = """
            mkfifo .fifo; exec 3<> .fifo 4> .fifo 3<&-
            notekit --help >&4; echo "exit $?"
            """
        #expect(try await Terminal().type(line) == .init(out: "exit 141\n", err: "", code: 0))
        let ignoring = "trap '' PIPE; " + line
        #expect(try await Terminal().type(ignoring).out == "exit 141\n")
    }

    @Test("a signal while a text is read ends the program by that signal, and nothing is written")
    func signalWhileReading() async throws {
        let terminal = try Terminal()
        try terminal.write("a\n", to: "n.md")
        // More than a pipe holds: when all is written, the program is reading.
        let line = """
            mkfifo .fifo; exec 3<> .fifo
            set -m
            notekit edit n.md --append --text-from - < .fifo &
            head --bytes 200000 /dev/zero >&3
            kill -TERM $!
            wait $!; echo "exit $?"
            """
        #expect(try await terminal.type(line).out == "exit 143\n")
        #expect(try terminal.bytes(of: "n.md") == Array("a\n".utf8))
    }
}
