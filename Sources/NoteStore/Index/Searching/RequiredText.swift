// SPDX-License-Identifier: MIT
// A piece of text that every match of a regular expression holds.

/// Reads a regular expression just far enough to tell.
enum RequiredText {
    /// The longest run of plain ASCII characters that stands outside of all groups and classes and is not
    /// repeated; nil where there is none of three characters, or where the expression says anything that could
    /// change what plain characters mean.
    static func find(in pattern: [UInt8]) -> [UInt8]? {
        var reader = Reader(rest: pattern[...])
        return reader.read() ? reader.best.count >= 3 ? reader.best : nil : nil
    }

    private struct Reader {
        var rest: ArraySlice<UInt8>
        var best: [UInt8] = []
        private var run: [UInt8] = []

        init(rest: ArraySlice<UInt8>) { self.rest = rest }

        /// False where nothing can be said.
        mutating func read() -> Bool {
            // (*VERB), (?flags) and \\Q change the meaning of what follows.
            for index in rest.indices.dropLast() where rest[index] == UInt8(ascii: "(") {
                if rest[index + 1] == UInt8(ascii: "*") { return false }
                if rest[index + 1] == UInt8(ascii: "?"), !isPlainGroup(index + 2) { return false }
            }
            while let byte = rest.popFirst() {
                switch byte {
                case UInt8(ascii: "|"): return false
                case UInt8(ascii: "("):
                    end()
                    guard skipGroup() else { return false }
                    skipRepetition()
                case UInt8(ascii: ")"): return false
                case UInt8(ascii: "["):
                    end()
                    guard skipClass() else { return false }
                    skipRepetition()
                case UInt8(ascii: "\\"):
                    guard let next = rest.popFirst() else { return false }
                    let isLetter = next | 0x20 &- 0x61 < 26 || next &- 0x30 < 10
                    // A letter or digit is a class, a place, or takes arguments of its own.
                    if isLetter {
                        guard Array("dDwWsSbB".utf8).contains(next) else { return false }
                        end()
                        skipRepetition()
                    } else {
                        add(next)
                    }
                case UInt8(ascii: "?"), UInt8(ascii: "*"), UInt8(ascii: "{"), UInt8(ascii: "+"):
                    // What is repeated may be there any number of times, but + leaves one.
                    if byte != UInt8(ascii: "+") { run = Array(run.dropLast()) }
                    end()
                    if byte == UInt8(ascii: "{") {
                        guard let close = rest.firstIndex(of: UInt8(ascii: "}")) else { return false }
                        rest = rest[(close + 1)...]
                    }
                    skipRepetition()
                case UInt8(ascii: "."), UInt8(ascii: "^"), UInt8(ascii: "$"):
                    end()
                default: add(byte)
                }
            }
            end()
            return true
        }

        private mutating func add(_ byte: UInt8) {
            // What is no ASCII may be one character of several bytes.
            if byte < 0x80 { run.append(byte) } else { end() }
        }

        private mutating func end() {
            if run.count > best.count { best = run }
            run = []
        }

        private mutating func skipRepetition() {
            while let byte = rest.first, Array("?*+".utf8).contains(byte) { rest.removeFirst() }
            if rest.first == UInt8(ascii: "{"), let close = rest.firstIndex(of: UInt8(ascii: "}")) {
                rest = rest[(close + 1)...]
                skipRepetition()
            }
        }

        /// Whether a group that begins with a question mark leaves plain characters plain.
        private func isPlainGroup(_ index: Int) -> Bool {
            guard index < rest.endIndex else { return false }
            return Array(":=!<>".utf8).contains(rest[index])
        }

        private mutating func skipGroup() -> Bool {
            var depth = 1
            while depth > 0, let byte = rest.popFirst() {
                switch byte {
                case UInt8(ascii: "\\"):
                    guard let next = rest.popFirst(), next != UInt8(ascii: "Q") else { return false }
                case UInt8(ascii: "["): guard skipClass() else { return false }
                case UInt8(ascii: "("): depth += 1
                case UInt8(ascii: ")"): depth -= 1
                default: break
                }
            }
            return depth == 0
        }

        private mutating func skipClass() -> Bool {
            if rest.first == UInt8(ascii: "^") { rest.removeFirst() }
            if rest.first == UInt8(ascii: "]") { rest.removeFirst() }
            while let byte = rest.popFirst() {
                switch byte {
                case UInt8(ascii: "\\"):
                    guard let next = rest.popFirst(), next != UInt8(ascii: "Q") else { return false }
                case UInt8(ascii: "["):
                    // [:alpha:] and the like.
                    if let kind = rest.first, Array(":.=".utf8).contains(kind) {
                        rest.removeFirst()
                        while let inner = rest.popFirst() {
                            if inner == kind, rest.first == UInt8(ascii: "]") { break }
                        }
                        guard rest.popFirst() != nil else { return false }
                    }
                case UInt8(ascii: "]"): return true
                default: break
                }
            }
            return false
        }
    }
}
