// SPDX-License-Identifier: MIT
// What went wrong for others: the field cases on syntax, tasks and regions, each with what is right.

import NoteSyntax
import Testing

@Suite("Field cases")
struct FieldCaseTests {
    @Test("D1: an escaped bar in a table belongs to the wikilink and stays when its target is renamed")
    func escapedBar() {
        var note = Note("| a | b |\n|---|---|\n| [[notes/foo\\|Foo]] | x |\n")
        let links = note.links
        #expect(links.map(\.target) == ["notes/foo"])
        #expect(links.first?.aliasRange.map { note[$0] } == "Foo")
        #expect(note.texts(of: .tableCell).suffix(2) == ["[[notes/foo\\|Foo]]", "x"])
        note.replace(links[0].targetRange, with: "notes/bar")
        #expect(note[0..<note.bytes.count].hasSuffix("| [[notes/bar\\|Foo]] | x |\n"))
        #expect(note.links.map(\.target) == ["notes/bar"])
    }

    @Test("D3: tags are made of letters of every script, digits and emoji")
    func tags() {
        let note = Note("#naïve #5g #漢字/読み #🌱idea #été,\n#Heading-less\n# Heading\n")
        #expect(note.tags == ["naïve", "5g", "漢字/読み", "🌱idea", "été", "Heading-less"])
        #expect(note.read { $0.tags(in: $1) }[2].parents == ["漢字"])
        #expect(note.read { $0.outline(in: $1) }.map(\.text) == ["Heading"])
    }

    @Test("D5: comment signs in code are code")
    func commentsInCode() {
        let note = Note("```lex\n%%\nrule #no\n%%\n```\nafter `%%` and %%gone%% #yes\n")
        #expect(note.texts(of: .comment) == ["%%gone%%"])
        #expect(note.texts(of: .commentBlock) == [])
        #expect(note.tags == ["yes"])
        #expect(
            note.read { $0.plainText(in: $1) } == "%%\nrule #no\n%%\nafter %% and  #yes\n")
    }

    @Test("D7: code inside a callout keeps its callout when its lines are replaced")
    func codeInCallout() {
        var note = Note("> [!note] T\n> ```sh\n> echo #no\n> ```\n> #yes\nplain\n")
        #expect(note.texts(of: .calloutType) == ["note"])
        #expect(note.texts(of: .callout) == ["> [!note] T\n> ```sh\n> echo #no\n> ```\n> #yes\nplain"])
        #expect(note.texts(of: .codeBlock) == ["```sh\n> echo #no\n> ```"])
        #expect(note.tags == ["yes"])
        let code = note.tree.first { $0.kind == .codeBlock }
        note.replace(code?.content ?? 0..<0, with: "a\n> b")
        #expect(note[0..<note.bytes.count] == "> [!note] T\n> ```sh\n> a\n> b\n> ```\n> #yes\nplain\n")
        #expect(note.texts(of: .line) == ["a", "b"])
    }

    @Test("D9: amounts of money are no mathematics")
    func money() {
        let note = Note("Pay $20 or $30.\n\nLet $x$ be, and \\$5, and `$y$`.\n\n$$\nz = \"$\"\n$$\n")
        #expect(note.texts(of: .math) == ["$x$"])
        #expect(note.texts(of: .mathBlock) == ["$$\nz = \"$\"\n$$"])
        #expect(note.texts(of: .mathDisplay) == [])
    }

    @Test("F1: boxes in code are no tasks, and ticking one changes one byte")
    func tasksBesideCode() {
        var note = Note(
            "```\n- [ ] alpha\n```\n`- [ ] no`\n- [ ] beta\n    - [ ] sub\n\n~~~\n- [ ] no2\n~~~\n")
        #expect(note.tasks.map { note[$0.text] } == ["beta", "sub"])
        #expect(note.tasks.map(\.depth) == [0, 1])
        for index in 0..<2 {
            let before = note.bytes
            note.toggle(note.tasks[index])
            let changed = before.indices.filter { before[$0] != note.bytes[$0] }
            #expect(before.count == note.bytes.count)
            #expect(changed.map { [before[$0], note.bytes[$0]] } == [[0x20, 0x78]])
        }
        #expect(note.tasks.map(\.isOpen) == [false, false])
    }

    @Test("F3: ticking a task keeps its sign, number, indentation, block id and blanks")
    func tasksKeepAllElse() {
        var note = Note("1. [ ] a\n2) [ ] b\n* [ ] c\n+ [ ] d\n\t- [ ] e ^id1  \n")
        #expect(note.tasks.count == 5)
        for index in 0..<5 { note.toggle(note.tasks[index]) }
        #expect(note[0..<note.bytes.count] == "1. [x] a\n2) [x] b\n* [x] c\n+ [x] d\n\t- [x] e ^id1  \n")
        #expect(note.texts(of: .blockID) == ["^id1"])
    }

    @Test("F5: ranges are right whatever ends the lines", arguments: ["\n", "\r\n", "\r"])
    func lineEndings(ending: String) {
        let plain = Note("## T\n\n- [ ] a\n- b\n\n> q\n")
        var note = Note("## T\n\n- [ ] a\n- b\n\n> q\n".replacing("\n", with: ending))
        #expect(note.tree.map(\.kind) == plain.tree.map(\.kind))
        for (found, wanted) in zip(note.tree, plain.tree) {
            #expect(note[found.range] == plain[wanted.range].replacing("\n", with: ending))
        }
        let item = note.tree.last { $0.kind == .paragraph && note[$0.range] == "b" }
        note.replace(item?.range ?? 0..<0, with: "B")
        note.toggle(note.tasks[0])
        #expect(note[0..<note.bytes.count] == "## T\n\n- [x] a\n- B\n\n> q\n".replacing("\n", with: ending))
    }

    @Test("F7: an escaped bar is no border of a cell")
    func tableCells() {
        var note = Note("| k | v |\n|---|:-:|\n| t | C\\|D |\n|  u|`a\\|b`|\n")
        #expect(note.texts(of: .tableCell) == ["k", "v", "t", "C\\|D", "u", "`a\\|b`"])
        #expect(note.tree.filter { $0.kind == .tableRow }.count == 2)
        #expect(note.tree.filter { $0.kind == .tableCell }.map(\.alignment)[1] == .center)
        let cell = note.tree.first { $0.kind == .tableCell && note[$0.range] == "t" }
        note.replace(cell?.range ?? 0..<0, with: "T")
        #expect(note[0..<note.bytes.count] == "| k | v |\n|---|:-:|\n| T | C\\|D |\n|  u|`a\\|b`|\n")
    }
}
