// SPDX-License-Identifier: MIT
// What blocks and runs a note becomes.

import NoteMarkdown
import Testing

@Suite("The document of a note")
struct MarkdownDocumentTests {
    private static let blocks: [DocumentExample] = [
        DocumentExample("paragraphs", "a\nb\n\nc", [#"paragraph: "a\nb""#, #"paragraph: "c""#]),
        DocumentExample(
            "headings", "# One\n\nTwo\nlines\n=====\n\n### Three ###",
            [#"heading 1: "One""#, #"heading 1: "Two\nlines""#, #"heading 3: "Three""#]),
        DocumentExample(
            "lists that count on", "7. a\n1. b\n   - c\n   - [x] d\n\n   e\n",
            [
                #"item 7 loose: "a""#, #"item 8 loose: "b""#, #"  item •: "c""#, #"  item • [x]: "d""#,
                #"  paragraph: "e""#,
            ]),
        DocumentExample("an item that begins with code", "-     a\n", ["item •", #"  code: "a""#]),
        DocumentExample(
            "quotes", "> a\n> b\n>\n> > c\n",
            ["quote", #"  paragraph: "a\n" "b""#, "  quote", #"    paragraph: "c""#]),
        DocumentExample(
            "callouts", "> [!Note|wide]- A *title*\n> text\n\n> [!tip]\n",
            [#"callout Note|wide-: "A " "title"/italic"#, #"  paragraph: "text""#, "callout tip"]),
        DocumentExample(
            "code", "```swift extra\na\n\n b\n```\n\n    c\n\n      d\n",
            [#"code swift: "a\n\n b""#, #"code: "c\n\n" "  d""#]),
        DocumentExample("breaks", "---\n\n***\n_ _ _\n", ["break", "break", "break"]),
        DocumentExample(
            "tables", "a | b\n:- | -:\n*c* | d\ne\n",
            [
                #"table left right: "a" "\t" "b" "\n" "c"/italic "\t" "d" "\n" "e""#
            ]),
        DocumentExample(
            "attachments", "![[a b.png]]\n\n{{attachment:01234567-89ab-CDEF-0123-456789abcdef}}\n",
            ["attachment a b.png", "attachment 01234567-89ab-CDEF-0123-456789abcdef"]),
        DocumentExample(
            "what only looks like an attachment",
            "`![[a]]`\n\n    ![[a]]\n\n\\![[a]]\n\nx ![[a]]\n\n![[a]]\n![[b]]\n\n{{attachment:1}}\n",
            [
                #"paragraph: "![[a]]"/code"#, #"code: "![[a]]""#, #"paragraph: "!" "a"/link+wikilink(a)"#,
                #"paragraph: "x " "a"/embed(a)"#, #"paragraph: "a"/embed(a) "\n" "b"/embed(b)"#,
                #"paragraph: "{{attachment:1}}""#,
            ]),
        DocumentExample(
            "HTML", "<div>\n *a*\n</div>\n\nb <i>c</i>",
            [#"html: "<div>\n *a*\n</div>""#, #"paragraph: "b <i>c</i>""#]),
        DocumentExample(
            "mathematics", "$$\nx^2\n$$\n\n$$y$$\n\na $z$",
            [#"math: "x^2""#, #"math: "y""#, #"paragraph: "a " "z"/math"#]),
        DocumentExample(
            "footnotes", "a[^1] b^[in *it*]\n\n[^1]: One.\n\n  Two.\n",
            [
                #"paragraph: "a" "1"/footnote " b" "in "/footnote "it"/italic+footnote"#,
                #"footnote 1: "One.""#, #"  paragraph: "Two.""#,
            ]),
        DocumentExample(
            "front matter, comments and definitions are no blocks",
            "---\na: 1\n---\n%%\nx\n%%\n\n[r]: /u\n\n%%y%%\n\n[r]%%z%% ^id\n",
            [#"paragraph: "r"/link(/u)"#]),
    ]

    @Test("has its blocks in reading order", arguments: blocks)
    func isBlocks(example: DocumentExample) {
        #expect(MarkdownDocument(parsing: example.source.utf8).outline == example.outline)
    }

    private static let runs: [DocumentExample] = [
        DocumentExample(
            "styles", "**b _bi_** ~~s~~ `c` ==h== #tag",
            [
                #"paragraph: "b "/bold "bi"/bold+italic " " "s"/strike " " "c"/code " " "h"/highlight " " "#
                    + "\"#tag\"/tag"
            ]),
        DocumentExample(
            "links",
            #"[a *b*](</u 1> "t") [c][r] [r] <https://e.org> <a@b.c> www.e.org"# + "\n\n[r]: /r\\*&amp;",
            [
                #"paragraph: "a "/link(/u 1) "b"/italic+link(/u 1) " " "c"/link(/r*&) " " "r"/link(/r*&) " " "#
                    + #""https://e.org"/link(https://e.org) " " "a@b.c"/link(mailto:a@b.c) " " "#
                    + #""www.e.org"/link(http://www.e.org)"#
            ]),
        DocumentExample(
            "wikilinks and embeds",
            "[[n#h|*x*]] [[n#h]] [[#i]] [[a##b]] a ![[i.png|100]] ![d *e*|100](i.png) [![q](i)](l)",
            [
                #"paragraph: "*x*"/link+wikilink(n#h) " " "n"/link+wikilink(n#h) " > "/link+wikilink(n#h) "#
                    + #""h"/link+wikilink(n#h) "#
                    + #"" " "i"/link+wikilink(#i) " " "a"/link+wikilink(a##b) " > "/link+wikilink(a##b) "#
                    + #""b"/link+wikilink(a##b) " a " "i.png"/embed(i.png) "#
                    + #"" " "d "/embed(i.png) "e"/italic+embed(i.png) " " "q"/link+embed(l)"#
            ]),
        DocumentExample(
            "escapes and character references", #"a\*b &amp;&#65; `\*`"#,
            [#"paragraph: "a" "*" "b " "&" "A" " " "\\*"/code"#]),
        DocumentExample(
            "line breaks", "a  \nb\\\nc\n d\r\ne",
            [#"paragraph: "a" "\n" "b" "\n" "c\n" "d" "\n" "e""#]),
        DocumentExample(
            "commands of Templater are text, wherever they stand",
            "<% a %> [[<% b %>|<% c %>]] [d](<% e %>) ![[<% f %>]]",
            [
                #"paragraph: "<% a %> " "<% c %>"/link+wikilink(<% b %>) " " "d"/link(<% e %>) " " "#
                    + #""<% f %>"/embed(<% f %>)"#
            ]),
        DocumentExample("comments are hidden", "a %%b%%c", [#"paragraph: "a " "c""#]),
    ]

    @Test("has its text in runs", arguments: runs)
    func isRuns(example: DocumentExample) {
        #expect(MarkdownDocument(parsing: example.source.utf8).outline == example.outline)
    }

    @Test("says what it says in one text")
    func plainText() {
        let document = MarkdownDocument(parsing: "# A\n\n- b\n  > c\n\n---\n\n|d|e|\n|-|-|\n|f|g|\n".utf8)
        #expect(document.plainText == "A\nb\nc\nd\te\nf\tg")
    }
}
