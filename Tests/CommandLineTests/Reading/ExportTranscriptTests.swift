// SPDX-License-Identifier: MIT
// What a person types to export notes, and what comes back.

import Foundation
import Testing

@Suite("notekit export")
struct ExportTranscriptTests {
    private func terminal() async throws -> Terminal {
        let terminal = try Terminal()
        let made = try await terminal.type(
            #"""
            mkdir -p v/.obsidian v/sub/deep
            printf -- '---\ndate: 2026-03-14\nsecret: yes\n---\nOne *two*.\r\n![[pic.png]]\n' > v/Note.md
            printf 'Other.' > v/sub/Note.md
            printf '%s' '# Again' > 'v/sub/deep/a:b? .md'
            printf '\xff\xfeT\x00' > v/wide.md
            printf 'no' > v/.obsidian/hidden.md
            """#)
        #expect(made == .init(out: "", err: "", code: 0))
        return terminal
    }

    private static let unreadable =
        "notekit: 'v/wide.md' was not exported: not UTF-8 from byte 0; encoding: utf-16le.\n"

    @Test("writes one note to the file that is named")
    func oneFile() async throws {
        let terminal = try await terminal()
        #expect(
            try await terminal.type("notekit export v/sub/Note.md --to md -o x.md; cat x.md")
                == .init(out: "x.md\n# Note\n\nOther.", err: "", code: 0))
        // What is named is replaced, and keeps its permissions.
        let again = try await terminal.type(
            "chmod 600 x.md; notekit export v/sub/deep/*.md --to md --output=x.md; cat x.md; stat -c ' %a' x.md"
        )
        #expect(again == .init(out: "x.md\n# a:b?\n\n# Again 600\n", err: "", code: 0))
    }

    @Test("carries the stored body, references and all, and leaves the front matter behind")
    func verbatim() async throws {
        let terminal = try await terminal()
        let answer = try await terminal.type(
            "notekit export v/Note.md --to md -o - | tail -c +1 | grep -a -c -e secret -e '^---'; "
                + "notekit export v/Note.md --to md -o - | tail -n 2 | od -An -c | tr -d ' \\n'")
        #expect(answer.out == "0\nOne*two*.\\r\\n![[pic.png]]\\n" && answer.err == "" && answer.code == 0)
    }

    @Test("exports a whole vault: every readable note, numbered where names are the same, the others named")
    func wholeVault() async throws {
        let terminal = try await terminal()
        let answer = try await terminal.type("notekit export v --to md -o out; echo $?; ls out")
        #expect(
            answer
                == .init(
                    out: "out/Note.md\nout/Note 2.md\nout/a b.md\n4\nNote 2.md\nNote.md\na b.md\n",
                    err: Self.unreadable, code: 0))
        #expect(try await terminal.type("tail -n 1 'out/Note 2.md'").out == "Other.")
    }

    @Test("writes the event date for the locale of LC_ALL or LANG and the zone of TZ")
    func eventDate() async throws {
        let terminal = try await terminal()
        let export = "notekit export v/Note.md v/At.md --to md -o"
        let answer = try await terminal.type(
            """
            printf -- '---\\ndate: 2026-03-14T23:30:00Z\\n---\\n' > v/At.md
            LC_ALL=de_DE.UTF-8 TZ=Asia/Tokyo \(export) a > .out
            env -u LC_ALL LANG=fr_FR.UTF-8 TZ=America/New_York \(export) b > .out
            \(export) c > .out
            for i in a b c; do for n in Note At; do sed -n 3p $i/$n.md; done; done
            """)
        #expect(
            answer
                == .init(
                    out: """
                        Samstag, 14. März 2026
                        Sonntag, 15. März 2026 um 08:30 GMT+9
                        samedi 14 mars 2026
                        samedi 14 mars 2026 à 19:30 UTC−4
                        Saturday, March 14, 2026
                        Saturday, March 14, 2026 at 11:30 PM UTC

                        """, err: "", code: 0))
    }

    @Test("has a line in Markdown where a note has a drawing, and none for one that is empty or not there")
    func drawing() async throws {
        let terminal = try await terminal()
        let answer = try await terminal.type(
            """
            mkdir v/files; printf '{"attachmentFolderPath":"files"}' > v/.obsidian/app.json
            printf '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="5" height="5"/></svg>' \
                > v/files/one.svg
            : > v/files/none.svg
            for i in one none gone; do printf -- "---\\ndrawing: $i.svg\\n---\\nBody\\n" > v/$i.md; done
            for i in one none gone; do notekit export v/$i.md --to md -o -; done
            """)
        #expect(
            answer
                == .init(
                    out: "# one\n\nBody\n\n*This note has a drawing, which a Markdown file cannot carry.*\n"
                        + "# none\n\nBody\n# gone\n\nBody\n",
                    err: "notekit: 'v/gone.md': The drawing 'gone.svg' is not in the attachment folder; "
                        + "it is left out.\n", code: 0))
    }

    @Test("never replaces a file that is there in a folder, the same bytes neither")
    func numbered() async throws {
        let terminal = try await terminal()
        let answer = try await terminal.type(
            """
            mkdir out; printf theirs > out/Note.md
            for i in 1 2; do notekit export v/sub/Note.md --to md -o out; done
            cat out/Note.md; ls out
            """)
        #expect(
            answer
                == .init(
                    out: "out/Note 2.md\nout/Note 3.md\ntheirsNote 2.md\nNote 3.md\nNote.md\n", err: "",
                    code: 0))
    }

    @Test("makes the folder for a path that ends in a slash, and puts several notes into one")
    func folders() async throws {
        let terminal = try await terminal()
        #expect(
            try await terminal.type("notekit export v/sub/Note.md --to md -o one/; ls one").out
                == "one/Note.md\nNote.md\n")
        #expect(
            try await terminal.type("notekit export v/sub/Note.md v/Note.md --to md -o two; ls two").out
                == "two/Note.md\ntwo/Note 2.md\nNote 2.md\nNote.md\n")
    }

    @Test("without -o writes to the current folder, unless that lies in a vault")
    func currentFolder() async throws {
        let terminal = try await terminal()
        #expect(
            try await terminal.type("notekit export v/sub/Note.md --to md; ls").out
                == "./Note.md\nNote.md\nv\n")
        let refused = try await terminal.type("cd v/sub; notekit export Note.md --to md")
        #expect(
            refused
                == .init(
                    out: "",
                    err:
                        "notekit: The current folder lies in a vault: say with --output where the files are to go.\n"
                        + "'notekit export --help' tells more.\n", code: 2))
    }

    @Test("changes nothing in the vault")
    func vaultIsUntouched() async throws {
        let terminal = try await terminal()
        let facts =
            "{ find v -type f -printf '%i %s %m %T@ %C@ %A@ %p\\n'; find v -type d -printf '%i %m %T@ %C@ %p\\n'; } | sort"
        let answer = try await terminal.type(
            "\(facts) > before; for to in md pdf; do notekit export v --to $to -o out; done > /dev/null 2>&1; "
                + "\(facts) | cmp - before")
        #expect(answer == .init(out: "", err: "", code: 0))
    }

    static let refusals: [(line: String, err: String)] = [
        ("notekit export --to md", "FILE is missing."), ("notekit export v/Note.md", "--to is missing."),
        ("notekit export v/Note.md --to md -o ''", "OUT is empty."),
        ("notekit export v/Note.md --to md --paper a4", "--paper goes with --to pdf."),
        ("notekit export v/Note.md --to html", "--to is one of md, pdf, not 'html'."),
        ("notekit export v --to md -o -", "Only one note can go to the standard output."),
        ("notekit export v/Note.md v/wide.md --to md -o -", "Only one note can go to the standard output."),
        ("notekit export v/Note.md --to md -o - --json", "Give --json or --output -, not both."),
        ("notekit export v --to md -o v/Note.md", "'v/Note.md' is no folder, and several notes need one."),
        (
            "notekit export v/Note.md --to md -o v/Note.md",
            "'v/Note.md' is a note, and an export replaces none."
        ),
        (
            "notekit export v/Note.md --to pdf -o v/sub/Note.md",
            "'v/sub/Note.md' is a note, and an export replaces none."
        ),
        (
            "ln v/Note.md n; notekit export v/Note.md --to md -o n",
            "'n' is a note, and an export replaces none."
        ),
    ]

    @Test("refuses what cannot be meant with 2, and writes nothing", arguments: refusals)
    func refused(line: String, err: String) async throws {
        let terminal = try await terminal()
        let answer = try await terminal.type(
            "md5sum v/*.md > before; \(line); echo $?; md5sum -c --quiet before")
        #expect(answer.out == "2\n")
        #expect(answer.err.hasPrefix("notekit: \(err)\n"), "\(answer.err)")
    }

    @Test("names a note that fails and exports the rest; the exit code is the greatest")
    func failures() async throws {
        let terminal = try await terminal()
        let answer = try await terminal.type(
            "notekit export gone.md v/wide.md nowhere/x.md v/Note.md --to md -o out; echo $?; ls out")
        #expect(answer.out == "out/Note.md\n4\nNote.md\n")
        #expect(
            answer.err.split(separator: "\n").map { String($0.prefix(34)) } == [
                "notekit: 'gone.md' was not read: n", "notekit: 'v/wide.md' was not expor",
                "notekit: 'nowhere/x.md' was not fo",
            ])
        #expect(try await terminal.type("notekit export gone.md v/Note.md --to md -o out").code == 2)
    }

    @Test("tells as JSON what became of each note")
    func json() async throws {
        let terminal = try await terminal()
        let answer = try await terminal.type("notekit export v gone.md --to md -o out --json")
        #expect(answer.code == 4)
        let rows = try #require(
            try JSONSerialization.jsonObject(with: Data(answer.out.utf8)) as? [[String: Any]])
        #expect(
            rows.map { $0["path"] as? String } == [
                "Note.md", "sub/Note.md", "sub/deep/a:b? .md", "wide.md", "gone.md",
            ])
        #expect(
            rows.map { $0["status"] as? String } == [
                "exported", "exported", "exported", "unreadable", "missing",
            ])
        #expect(
            rows.map { $0["file"] as? String } == ["out/Note.md", "out/Note 2.md", "out/a b.md", nil, nil])
        #expect(rows.allSatisfy { ($0["warnings"] as? [String]) == [] })
        #expect((rows[3]["message"] as? String)?.contains("not UTF-8 from byte 0") == true)
        #expect(try await terminal.type("mkdir e; notekit export e --to md -o out --json").out == "[]\n")
    }

    @Test(
        "that cannot be written ends with 5, names the note, and leaves nothing behind",
        arguments: ["nowhere/x.md", "nowhere/deep/", "/dev/full", "v/Note.md/x"])
    func notWritten(out: String) async throws {
        let terminal = try await terminal()
        let answer = try await terminal.type(
            "notekit export v/sub/Note.md --to md -o \(out); echo $?; ls -A | grep -v sink")
        #expect(answer.out == "5\nv\n")
        #expect(answer.err.contains(out) && answer.err.hasPrefix("notekit: "), "\(answer.err)")
    }

    @Test("that meets a folder without room for a file leaves what was there, and no half file")
    func limited() async throws {
        let terminal = try await terminal()
        let answer = try await terminal.type(
            """
            yes 'A line of text.' | head -c 300000 > big.md; mkdir out; printf old > old.md
            trap '' XFSZ
            (ulimit -f 100; notekit export big.md --to md -o out; echo $?; notekit export big.md --to md -o old.md; echo $?)
            cat old.md; ls -A out
            """)
        #expect(answer.out == "5\n5\nold")
        #expect(answer.err.contains("the file would be larger than the limit allows"))
        #expect(answer.err.contains("The old text is still there."))
    }

    @Test("goes through a link to the file behind it, and to a pipe as it comes")
    func linksAndPipes() async throws {
        let terminal = try await terminal()
        let answer = try await terminal.type(
            """
            printf old > real.md; ln -s real.md link.md; notekit export v/sub/Note.md --to md -o link.md
            cat real.md; readlink link.md
            mkfifo pipe; cat pipe & notekit export v/sub/Note.md --to md -o pipe > .out; wait; cat .out
            """)
        #expect(
            answer == .init(out: "link.md\n# Note\n\nOther.real.md\n# Note\n\nOther.pipe\n", err: "", code: 0)
        )
    }

    @Test("takes names of any bytes")
    func names() async throws {
        let terminal = try Terminal()
        let answer = try await terminal.type(
            #"""
            printf a > $'odd\xff\n.md'; printf b > '-x.md'; printf c > 'README'
            notekit export --to md -o out -- $'odd\xff\n.md' -x.md README; ls -b out; head -qn 1 out/*
            """#)
        #expect(answer.err == "" && answer.code == 0)
        #expect(answer.out.contains("-x.md\nREADME.md\nodd�.md\n"))
        #expect(answer.out.hasSuffix("# -x\n# README\n# odd�\n"))
    }
}
