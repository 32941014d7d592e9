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
            """
            mv x.md x.txt; chmod 600 x.txt; notekit export v/sub/deep/*.md --to md --output=x.txt; cat x.txt
            stat -c ' %a' x.txt; ls -A | grep -v sink
            """)
        #expect(again == .init(out: "x.txt\n# a:b?\n\n# Again 600\nv\nx.txt\n", err: "", code: 0))
    }

    @Test("carries the stored body, references and all, and leaves the front matter behind")
    func verbatim() async throws {
        let terminal = try await terminal()
        let answer = try await terminal.type(
            "notekit export v/Note.md --to md -o - | tail -c +1 | grep -a -c -e secret -e '^---'; "
                + "notekit export v/Note.md --to md -o - | tail -n 2 | od -An -c | tr -d ' \\n'")
        #expect(answer.out == "0\nOne*two*.\\r\\n![[pic.png]]\\n" && answer.err == "" && answer.code == 0)
    }

    @Test("tells in Markdown nothing of the note's folder, its times, its pin or its versions")
    func bookkeeping() async throws {
        let terminal = try await terminal()
        let answer = try await terminal.type(
            #"""
            printf -- '---\npinned: true\ncreated: 2001-01-01\n---\nBody\n' > v/sub/deep/Plain.md
            notekit export v/sub/deep/Plain.md --to md -o one.md
            notekit edit v/sub/deep/Plain.md --append --with x > .told
            notekit edit v/sub/deep/Plain.md --replace 46:47 --with '' > .told
            mkdir v/moved; mv v/sub/deep/Plain.md v/moved; touch -d 2010-10-10 v/moved/Plain.md
            notekit export v/moved/Plain.md --to md -o two.md; cmp one.md two.md; cat two.md
            """#)
        #expect(answer == .init(out: "one.md\ntwo.md\n# Plain\n\nBody\n", err: "", code: 0))
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
        ("notekit export v/Note.md --to md -o - --json > /dev/null", "Give --json or --output -, not both."),
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
            "ln -f v/Note.md n; notekit export v/Note.md --to md -o n",
            "'n' is a note, and an export replaces none."
        ),
        (
            "cp v/Note.md README; notekit export README --to md -o README",
            "'README' is a note, and an export replaces none."
        ),
        (
            "ln v/sub/Note.md n; notekit export v/Note.md --to md -o n",
            "'n' has other names (hard links), and an export replaces no such file."
        ),
        (
            "notekit export v/Note.md --to md -o v/new.md",
            "'v/new.md' would be a note of the vault: name a place outside of it."
        ),
        (
            "mkdir v/out; ln -s v/out link; notekit export v/Note.md --to md -o link",
            "Markdown files in 'link' would be notes of what is exported or of the vault: "
                + "name a folder outside of it."
        ),
        (
            "notekit export v --to md -o v/new/deep/; ls v/new",
            "Markdown files in 'v/new/deep/' would be notes of what is exported or of the vault: "
                + "name a folder outside of it."
        ),
        (
            "mkdir p; cp v/Note.md p; notekit export p --to md -o p/out",
            "Markdown files in 'p/out' would be notes of what is exported or of the vault: "
                + "name a folder outside of it."
        ),
    ]

    @Test("refuses what cannot be meant with 2, and writes nothing", arguments: refusals)
    func refused(line: String, err: String) async throws {
        let terminal = try await terminal()
        let answer = try await terminal.type(
            "md5sum v/*.md > before; \(line); echo $?; md5sum -c --quiet before; ls v v/sub | grep -e new -e out/"
        )
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
        arguments: ["nowhere/x.md", "/dev/null/deep/", "/dev/full", "v/Note.md/x"])
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
            yes 'A line of text.' | head -c 300000 > big.md; mkdir out; printf old > old.txt
            trap '' XFSZ
            (ulimit -f 100; notekit export big.md --to md -o out; echo $?; notekit export big.md --to md -o old.txt; echo $?)
            cat old.txt; ls -A out
            """)
        #expect(answer.out == "5\n5\nold")
        #expect(answer.err.contains("the file would be larger than the limit allows"))
        #expect(answer.err.contains("The old text is still there."))
    }

    @Test("issue A1: never replaces a file whose name ends in .md, whatever folder it lies in")
    func otherNote() async throws {
        let terminal = try Terminal()
        let answer = try await terminal.type(
            """
            mkdir nn; printf PRECIOUS > nn/P.md; printf ALSO > nn/R.MD; printf o > nn/O.md
            notekit export nn/O.md --to md -o nn/P.md; echo $?
            notekit export nn/O.md --to pdf -o nn/P.md; echo $?
            notekit export nn/O.md --to pdf -o nn/R.MD; echo $?
            cat nn/P.md nn/R.MD; ls -A nn
            """)
        #expect(answer.out == "2\n2\n2\nPRECIOUSALSOO.md\nP.md\nR.MD\n")
        let refusal = "' is a note, and an export replaces none.\n'notekit export --help' tells more.\n"
        #expect(
            answer.err == ["P.md", "P.md", "R.MD"].map { "notekit: 'nn/\($0)\(refusal)" }.joined())
    }

    @Test(
        "issue A2: replaces nothing behind a symbolic link, and makes nothing behind a dangling one",
        arguments: ["md", "pdf"])
    func links(kind: String) async throws {
        let terminal = try await terminal()
        let answer = try await terminal.type(
            """
            printf PRECIOUS > v/P.txt; printf old > real.pdf; ln -s P.txt v/lnk.txt; ln -s real.pdf link.pdf
            ln -s gone none.pdf
            for i in v/lnk.txt link.pdf none.pdf; do notekit export v/sub/Note.md --to \(kind) -o $i; echo $?; done
            cat v/P.txt real.pdf; ls gone
            """)
        #expect(answer.out == "2\n2\n2\nPRECIOUSold")
        #expect(
            answer.err.contains("notekit: 'v/lnk.txt' is a symbolic link, and an export replaces none.\n"))
    }

    @Test("issue A3: replaces nothing in a vault but a PDF by a PDF")
    func attachments() async throws {
        let terminal = try await terminal()
        let answer = try await terminal.type(
            """
            cd v; printf png > p.png; printf no > fake.pdf; printf '%%PDF-1.7 old' > old.pdf
            cp old.pdf old.bin; cp old.pdf real.pdf; md5sum * 2> /dev/null > ../before
            for to in md pdf; do for i in p.png fake.pdf old.bin; do
                notekit export sub/Note.md --to $to -o $i; echo $?
            done; done
            notekit export sub/Note.md --to md -o old.pdf; echo $?
            md5sum -c --quiet ../before
            notekit export sub/Note.md --to pdf -o real.pdf && notekit export sub/Note.md --to pdf -o new.pdf
            cmp real.pdf new.pdf
            """)
        #expect(answer.out == String(repeating: "2\n", count: 7) + "real.pdf\nnew.pdf\n")
        #expect(
            answer.err.contains(
                "notekit: 'p.png' lies in a vault, where an export replaces nothing but a PDF by a PDF.\n"))
    }

    @Test("goes to a hidden folder of a vault, where nothing is a note")
    func hiddenFolder() async throws {
        let terminal = try await terminal()
        let answer = try await terminal.type(
            "for i in 1 2; do notekit export v --to md -o v/.export/out 2> /dev/null; done")
        #expect(
            answer.out
                == "v/.export/out/Note.md\nv/.export/out/Note 2.md\nv/.export/out/a b.md\n"
                + "v/.export/out/Note 3.md\nv/.export/out/Note 4.md\nv/.export/out/a b 2.md\n")
    }

    @Test(
        "issue C5: names a link to nothing and a pipe that are called like notes, and ends as for a missing note"
    )
    func noNotes() async throws {
        let terminal = try await terminal()
        let answer = try await terminal.type(
            """
            rm v/wide.md; ln -s gone.md v/link.md; mkfifo v/pipe.md; ln -s gone v/other.txt
            notekit export v --to md -o out; echo $?
            """)
        #expect(answer.out == "out/Note.md\nout/Note 2.md\nout/a b.md\n2\n")
        #expect(
            answer.err == """
                notekit: 'v/link.md' was not exported: a symbolic link that leads to nothing.
                notekit: 'v/pipe.md' was not exported: a pipe, socket or device, not a file.

                """)
    }

    @Test("issue C14: tells warnings in JSON without the name that stands beside them, and below the vault")
    func warnings() async throws {
        let terminal = try await terminal()
        let answer = try await terminal.type(
            "printf -- '---\\nk: [a\\n---\\n' > v/sub/x.md; notekit export v/sub/x.md --to md -o out/ --json")
        #expect(answer.err.hasPrefix("notekit: 'v/sub/x.md': Line 3: The front matter"), "\(answer.err)")
        #expect(answer.out.contains(#""path":"sub/x.md""#) && answer.out.contains(#""Line 3: The front"#))
        #expect(answer.code == 0 && !answer.out.contains("v/sub"), "\(answer.out)")
        let paper = try await terminal.type(
            "notekit export v/sub/x.md --to pdf --paper A4 -o x.pdf 2> /dev/null")
        #expect(paper == .init(out: "x.pdf\n", err: "", code: 0))
    }

    @Test("issue C6: makes the folders above the one that is named, too")
    func deepFolder() async throws {
        let terminal = try await terminal()
        let answer = try await terminal.type("notekit export v/sub/Note.md --to md -o new/deep/dir/")
        #expect(answer == .init(out: "new/deep/dir/Note.md\n", err: "", code: 0))
    }

    @Test("goes to a pipe as it comes, behind a link too")
    func pipes() async throws {
        let terminal = try await terminal()
        let answer = try await terminal.type(
            """
            mkfifo pipe; ln -s pipe link
            for i in pipe link; do
                cat pipe & notekit export v/sub/Note.md --to md -o $i > .out; wait; cat .out
            done
            """)
        #expect(answer == .init(out: "# Note\n\nOther.pipe\n# Note\n\nOther.link\n", err: "", code: 0))
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
