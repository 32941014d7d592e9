// SPDX-License-Identifier: MIT
// The processes behind notekit export --to pdf.

import Foundation
import Testing

@Suite("notekit export --to pdf and the program that typesets for it")
struct ExportWorkerTests {
    /// A folder with the program under test and another program in the place of its worker.
    private func terminal(worker: String?) async throws -> Terminal {
        let terminal = try Terminal()
        try await terminal.type("mkdir bin v && cp '\(Terminal.programs.path)/notekit' bin/")
        if let worker {
            try terminal.write(
                "#!/bin/bash\nreal='\(Terminal.programs.path)/notekit-typeset'\n\(worker)\n",
                to: "bin/notekit-typeset")
            try await terminal.type("chmod +x bin/notekit-typeset")
        }
        try await terminal.type("for i in 1 2 3 4; do echo \"note $i\" > v/$i.md; done")
        return terminal
    }

    @Test("says where the program should be that is missing, and writes nothing")
    func missing() async throws {
        let terminal = try await terminal(worker: nil)
        let told = try await terminal.type("bin/notekit export v --to pdf -o out/")
        #expect(told.code == 5 && told.out.isEmpty, "\(told)")
        #expect(
            told.err.contains("/bin/notekit-typeset'")
                && told.err.contains("/libexec/notekit/notekit-typeset'"))
        #expect(try await terminal.type("ls out").code != 0)
        #expect(try await terminal.type("bin/notekit export v --to md -o out/").code == 0)
    }

    @Test("finds it in libexec as well")
    func libexec() async throws {
        let terminal = try await terminal(worker: nil)
        try await terminal.type(
            "mkdir -p libexec/notekit && cp '\(Terminal.programs.path)/notekit-typeset' libexec/notekit/")
        let told = try await terminal.type("bin/notekit export v --to pdf -o out/ && pdftotext out/3.pdf -")
        #expect(told.code == 0 && told.out.contains("note 3"), "\(told)")
    }

    @Test("names the note whose worker was killed, and exports the others")
    func killed() async throws {
        // The second of the notes comes to a worker that kills itself when it hears of one.
        let terminal = try await terminal(
            worker:
                "if mkdir \"${0%/*}/first\"; then printf 'H\\021\\0\\0\\0\\0\\0\\0\\0notekit-typeset 1' >&0; read -n 1; kill -9 $$; fi; exec \"$real\""
        )
        let told = try await terminal.type("bin/notekit export v --to pdf -o out/ --jobs 1")
        #expect(told.code == 5 && told.out == "out/2.pdf\nout/3.pdf\nout/4.pdf\n", "\(told)")
        #expect(
            told.err.hasPrefix("notekit: 'v/1.md' was not exported: ") && told.err.contains("signal 9"),
            "\(told)")
        #expect(try await terminal.type("ls -A out").out == "2.pdf\n3.pdf\n4.pdf\n")
    }

    @Test("names every note where the program is another one")
    func nonsense() async throws {
        let terminal = try await terminal(
            worker: "printf 'hello, this is no worker' >&0; exec cat > /dev/null")
        let told = try await terminal.type("bin/notekit export v --to pdf -o out/")
        #expect(told.code == 5 && told.out.isEmpty, "\(told)")
        let lines = told.err.split(separator: "\n")
        #expect(lines.count == 4 && lines.allSatisfy { $0.contains("another version") }, "\(told)")
    }

    @Test("leaves nothing in the temporary folder, and no process")
    func nothingLeft() async throws {
        let terminal = try await terminal(worker: "echo $$ >> \"${0%/*}/numbers\"; exec \"$real\"")
        let told = try await terminal.type(
            "mkdir tmp && bin/notekit export v --to pdf -o out/ --jobs 2 && ls -A tmp && "
                + "for p in $(cat bin/numbers); do kill -0 $p 2>/dev/null && echo \"$p is left\"; done; wc -l < bin/numbers",
            environment: ["TMPDIR": "\(terminal.folder.path)/tmp"])
        #expect(["1", "2"].contains(told.out.split(separator: "\n").last), "\(told)")
        #expect(!told.out.contains("left"), "\(told)")
    }

    @Test(
        "leaves no worker behind when it is ended by a signal, however busy that is",
        arguments: ["INT", "TERM", "HUP", "KILL"])
    func signals(name: String) async throws {
        let terminal = try await terminal(worker: "echo $$ > \"${0%/*}/number\"; exec \"$real\"")
        // Takes a minute to be drawn, so the worker is in the middle of it.
        try terminal.write(
            "<svg xmlns='http://www.w3.org/2000/svg' width='100' height='100'><filter id='f'>"
                + "<feTurbulence numOctaves='100000' baseFrequency='0.1'/></filter>"
                + "<rect width='100' height='100' filter='url(#f)'/></svg>", to: "v/a.svg")
        try terminal.write("![[a.svg]]\n", to: "v/a.md")
        let told = try await terminal.type(
            """
            set -m
            bin/notekit export v/a.md --to pdf -o out.pdf & program=$!
            until test -s bin/number; do :; done
            worker=$(cat bin/number)
            # Half a second of the processor: it draws.
            until (( $(cut -d ' ' -f 14 /proc/$worker/stat) > 50 )); do :; done
            kill -\(name) $program
            wait $program
            echo "ended by $(( $? - 128 ))"
            while kill -0 $worker 2> /dev/null; do :; done
            """)
        let number = ["INT": 2, "TERM": 15, "HUP": 1, "KILL": 9][name] ?? 0
        #expect(told.code == 1 || told.code == 0, "\(told)")
        #expect(told.out == "ended by \(number)\n", "\(told)")
        #expect(try await terminal.type("ls out.pdf").code != 0)
    }
}
