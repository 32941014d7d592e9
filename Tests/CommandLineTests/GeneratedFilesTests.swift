// SPDX-License-Identifier: MIT
// The manual page and the completions, judged by the programs that read them.

import Foundation
import Testing

@testable import NoteProgram
@testable import notekit

@Suite("The manual page")
struct ManualPageTests {
    @Test("has nothing that mandoc or groff complains of")
    func lint() async throws {
        let terminal = try Terminal()
        let mandoc = try await terminal.type("notekit manual | mandoc -T lint -W warning")
        #expect(mandoc == .init(out: "", err: "", code: 0))
        let groff = try await terminal.type("notekit manual | groff -man -ww -z")
        #expect(groff == .init(out: "", err: "", code: 0))
    }

    @Test("reads as it was written")
    func text() async throws {
        let page = try await Terminal().type("notekit manual | mandoc -T utf8 | col -b")
        #expect(page.code == 0)
        #expect(page.out.contains("--replace START:END"))
        #expect(page.out.contains(#"notekit edit todo.md --append --with $'- [ ] milk\n'"#))
    }

    @Test("takes no text for a request or an escape")
    func escaping() {
        #expect(ManualPage.escaped(#".a \n '-~^`"#) == #"\&.a \en \(aq\-\(ti\(ha\(ga"#)
    }
}

@Suite("The completions")
struct CompletionsTests {
    @Test("are read by their shell without a complaint", arguments: Completions.Shell.allCases)
    func syntax(shell: Completions.Shell) async throws {
        let line = "notekit completions \(shell) > script && \(shell) -n script"
        #expect(try await Terminal().type(line) == .init(out: "", err: "", code: 0))
    }

    private static let asked: [(words: String, answer: String)] = [
        ("notekit ch", "check"),
        ("notekit check --fo", "--format"),
        ("notekit check --format ju", "junit"),
        ("notekit list --sort c", "created"),
        ("notekit edit --text", "--text-from"),
        ("notekit completions z", "zsh"),
        ("notekit help comp", "completions"),
    ]

    @Test("of bash complete what was begun", arguments: asked)
    func bash(words: String, answer: String) async throws {
        let count = words.split(separator: " ").count
        let line = """
            source <(notekit completions bash)
            COMP_WORDS=(\(words)) COMP_CWORD=\(count - 1)
            compopt() { :; }
            _notekit
            printf '%s\\n' "${COMPREPLY[@]}"
            """
        #expect(try await Terminal().type(line) == .init(out: answer + "\n", err: "", code: 0))
    }

    @Test("of bash complete a value behind an equals sign")
    func bashEquals() async throws {
        let line = """
            source <(notekit completions bash)
            COMP_WORDS=(notekit check --format = js) COMP_CWORD=4
            _notekit
            printf '%s\\n' "${COMPREPLY[@]}"
            """
        #expect(try await Terminal().type(line).out == "json\n")
    }

    @Test("of fish complete what was begun", arguments: asked)
    func fish(words: String, answer: String) async throws {
        let line =
            "notekit completions fish > script.fish; fish -c 'source script.fish; complete -C \"\(words)\"' | cut -f 1"
        #expect(try await Terminal().type(line).out.split(separator: "\n").map(String.init) == [answer])
    }

    @Test("of zsh are taken up when they are sourced, and when they are found on the path")
    func zsh() async throws {
        let line = """
            mkdir found && notekit completions zsh > found/_notekit
            zsh -fc 'autoload -Uz compinit; compinit -D -u; source found/_notekit; print $_comps[notekit]'
            zsh -fc 'fpath=($PWD/found $fpath); autoload -Uz compinit; compinit -D -u; print $_comps[notekit]'
            """
        #expect(try await Terminal().type(line) == .init(out: "_notekit\n_notekit\n", err: "", code: 0))
    }

    @Test("quote an apostrophe for every shell")
    func quoting() {
        #expect(Completions.quoted("it's") == #"'it'\''s'"#)
    }
}
