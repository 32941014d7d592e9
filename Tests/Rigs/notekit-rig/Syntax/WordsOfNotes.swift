// SPDX-License-Identifier: MIT
// Our parser as a witness beside others: a line of words for each note of a corpus.

internal import Glibc
internal import SyntaxProof

/// Prints what our parser finds in each note of a corpus file, as the programs of `scripts/peers` do.
struct WordsOfNotes {
    private let corpus: String
    private let mistake: ParserMistake?

    init(_ arguments: Arguments) throws(RigFailure) {
        corpus = try arguments.text("corpus")
        let name = try arguments.text("wrong", else: "")
        mistake = ParserMistake(rawValue: name)
        guard name.isEmpty || mistake != nil else { throw RigFailure("no mistake is called '\(name)'") }
    }

    func run() throws(RigFailure) -> Bool {
        guard let bytes = try OutsideFile.bytes(at: corpus) else {
            throw RigFailure("\(corpus) is not there")
        }
        var lines: [UInt8] = []
        var at = 0
        while at + 4 <= bytes.count {
            let length = bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: at, as: UInt32.self) }
            let end = at + 4 + Int(length)
            guard end <= bytes.count else { throw RigFailure("\(corpus) ends too early") }
            let note = Array(bytes[at + 4..<end])
            for word in WitnessWords.words(for: mistake?.applied(to: note) ?? note) {
                lines += Array(word.utf8)
                lines.append(UInt8(ascii: " "))
            }
            lines.append(UInt8(ascii: "\n"))
            at = end
        }
        var rest = lines[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, $0.count) }
            guard count > 0 else { throw RigFailure("write: \(errno)") }
            rest = rest.dropFirst(count)
        }
        return true
    }
}
