// SPDX-License-Identifier: MIT
// A long note of the blocks that people write, the same for the same number of pages.

/// A note of headings, paragraphs, lists, tasks, callouts, code, tables and several scripts. About 2,600
/// characters fill a page of A4.
struct GeneratedNote {
    private var random: SplitMix
    private var sentences: [String] = []

    private init(seed: UInt64) {
        random = SplitMix(seed: seed)
        sentences = (0..<3000).map { _ in sentence() }
    }

    /// The text of a note of about so many pages.
    static func text(pages: Int) -> String {
        var note = GeneratedNote(seed: 5)
        var text = "# A note of \(pages) pages\n\n"
        var count = 0
        while count < pages * 2600 {
            let block = note.block() + "\n"
            count += block.unicodeScalars.count
            text += block
        }
        return text
    }

    private mutating func chance() -> Double { Double(random.next() >> 11) / Double(1 << 53) }
    private mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }

    private mutating func pick(_ words: [String]) -> String { words[number(0...words.count - 1)] }
    private mutating func word() -> String { pick(Self.words) }
    private mutating func known() -> String { pick(sentences) }

    private mutating func sentence() -> String {
        var words = (0..<number(4...18)).map { _ in word() }
        func place(_ random: inout SplitMix) -> Int { Int.random(in: words.indices, using: &random) }
        if chance() < 0.18 { words[place(&random)] = "**\(word())**" }
        if chance() < 0.12 { words[place(&random)] = "*\(word()) \(word())*" }
        if chance() < 0.08 { words[place(&random)] = "`\(word())_\(word())`" }
        if chance() < 0.05 { words[place(&random)] = "==\(word())==" }
        if chance() < 0.04 { words[place(&random)] = "~~\(word())~~" }
        if chance() < 0.03 { words.append("$e^{i\\pi}+1=0$") }
        if chance() < 0.03 { words.append("%%hidden remark%%") }
        return words.joined(separator: " ") + pick([".", ".", ".", ".", "?", "!", ";"])
    }

    private mutating func link() -> String {
        switch chance() {
        case ..<0.55: "[[Note \(number(0...999))]]"
        case ..<0.70: "[[Note \(number(0...999))|\(word())]]"
        case ..<0.84: "[[Note \(number(0...999))#\(word())]]"
        case ..<0.96: "[\(word())](https://example.org/\(word())?q=\(number(0...998)))"
        default: "[\(word())](Note%20\(number(0...999)).md)"
        }
    }

    private mutating func lines(_ count: ClosedRange<Int>, _ line: (inout Self, Bool) -> String) -> String {
        (0..<number(count)).map { line(&self, $0 == 0) + "\n" }.joined()
    }

    private mutating func block() -> String {
        switch chance() {
        case ..<0.41:
            var words = (0..<number(1...6)).map { _ in known() }
            if chance() < 0.5 { words.append(link()) }
            if chance() < 0.25 { words.append("#\(word())") }
            return words.joined(separator: " ") + "\n"
        case ..<0.54: return String(repeating: "#", count: number(1...4)) + " \(known().dropLast())\n"
        case ..<0.66:
            return lines(2...7) { note, isFirst in
                let indent = isFirst ? "" : note.pick(["", "", "", "  ", "\t", "    "])
                return "\(indent)- [\(note.pick([" ", " ", "x", "/"]))] \(note.known())"
            }
        case ..<0.76:
            let sign = pick(["- ", "* ", "1. ", "+ "])
            return lines(2...8) { note, isFirst in
                (isFirst ? "" : note.pick(["", "", "", "   "])) + sign + note.known()
            }
        case ..<0.82:
            return
                "> [!\(pick(["note", "tip", "warning", "quote"]))] \(word())\n> \(known())\n>\n> - \(known())\n"
        case ..<0.87:
            let code = pick(Self.code)
            return "```\n" + String(repeating: code, count: number(1...4)) + "```\n"
        case ..<0.91: return table()
        case ..<0.945: return (0..<number(1...5)).map { _ in pick(Self.eastern) }.joined() + "\n"
        case ..<0.965:
            return (0..<number(1...3)).map { _ in pick(Self.rightToLeft) }.joined(separator: " ") + "\n"
        case ..<0.985: return "\(pick(Self.emoji)) \(known())\n"
        default: return "$$\n\\int_0^1 x^{\(number(2...9))}\\,dx\n$$\n"
        }
    }

    private mutating func table() -> String {
        let columns = number(2...5)
        func row(_ cells: [String]) -> String { "| " + cells.joined(separator: " | ") + " |\n" }
        let alignments = (0..<columns).map { _ in pick(["---", ":---", "---:", ":---:"]) }
        let rows = (0...number(1...8)).map { _ in row((0..<columns).map { _ in word() }) }
        return rows[0] + row(alignments) + rows.dropFirst().joined()
    }

    private static let words =
        ("meeting project note idea review draft plan budget design garden recipe winter summer lesson chapter "
        + "theory energy system method result figure sample question answer author reading library archive window "
        + "coffee morning evening travel station bridge river mountain forest harbour engine signal memory thread "
        + "the a of and to in is it that for on with as was at by from this be or an are not but have we they you")
        .split(separator: " ").map(String.init)

    private static let code = [
        "def total(items):\n    return sum(i.price * i.count for i in items)  # not a #tag\n",
        "struct Note: Hashable {\n\tlet path: String\n\tvar text: String // [[not a link]]\n}\n",
        "for f in *.md; do\n  wc -w \"$f\"\ndone\n",
        "{\"name\": \"vault\", \"open\": [1, 2, 3], \"deep\": {\"a\": null}}\n",
    ]

    private static let eastern = [
        "今天我们讨论了新的计划,并决定在下周之前完成第一个版本。", "昨日は図書館で古い地図を見つけました。とても面白い発見でした。",
        "오늘 회의에서 새로운 일정에 대해 이야기했습니다.",
    ]

    private static let rightToLeft = [
        "اجتمعنا اليوم لمناقشة خطة العمل الجديدة وتحديد المواعيد النهائية.",
        "קראתי היום מאמר מעניין על שפות ומחשבים.",
    ]

    private static let emoji = ["✅ done 🎉 next 🚀", "👩‍💻 pair session with 👨‍👩‍👧‍👦", "🇩🇪 → 🇯🇵 trip ✈️", "⭐️⭐️⭐️ great 👍🏽"]
}
