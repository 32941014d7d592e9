// SPDX-License-Identifier: MIT
// A vault check's report as the XML that continuous integration servers read.

internal import NoteJSON
internal import NoteKit

extension CheckResult {
    /// One test case for the vault as a whole and one for each problem.
    ///
    /// A case for each note would bury the few that matter under thousands that do not; no case at
    /// all would look like a run that tested nothing.
    var junit: String {
        let problems = self.problems
        let fatal = problems.filter(\.isFatal).count
        let wholeFails = exitCode != .fine
        let counts =
            #"tests="\#(problems.count + 1)" failures="\#(fatal + (wholeFails ? 1 : 0))" errors="0" "#
            + #"skipped="\#(problems.count - fatal)" time="\#(seconds)""#
        var lines = [
            #"<?xml version="1.0" encoding="UTF-8"?>"#,
            #"<testsuites name="notekit check" \#(counts)>"#,
            #"  <testsuite name="\#(XML.escaped(report.vault.description))" \#(counts)>"#,
        ]
        let whole =
            #"<testcase classname="vault" name="\#(findings == nil ? "no-op" : "links")" time="\#(seconds)""#
        lines.append("    \(whole)>")
        if wholeFails { lines.append(#"      <failure message="\#(XML.escaped(summary))" type="vault"/>"#) }
        lines.append("      <system-out>\(XML.escaped(summary))</system-out>")
        lines.append("    </testcase>")
        for problem in problems {
            let kind = problem.kind.word
            let place = problem.line.map { ":\($0)" } ?? ""
            let path = XML.escaped(problem.path.description + place)
            let message = XML.escaped(problem.sentence)
            let element =
                problem.isFatal
                ? #"<failure message="\#(message)" type="\#(kind)"/>"# : #"<skipped message="\#(message)"/>"#
            lines.append(
                #"    <testcase classname="\#(kind)" name="\#(path)" time="0">\#(element)</testcase>"#)
        }
        return (lines + ["  </testsuite>", "</testsuites>"]).map { $0 + "\n" }.joined()
    }

    private var seconds: String {
        var json = JSONWriter()
        json.milliseconds(milliseconds)
        return String(decoding: json.bytes, as: UTF8.self)
    }
}

/// Text inside XML.
enum XML {
    /// Text that means itself in an element and in an attribute.
    ///
    /// XML has no way to write most controls and the noncharacters U+FFFE and U+FFFF; U+FFFD stands
    /// for them.
    static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "\t", "\n", "\r": escaped += "&#\(scalar.value);"
            case "\u{0}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": escaped += "\u{FFFD}"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}
