// SPDX-License-Identifier: MIT
// Ranges and runs of documents, proved on every text at hand and on random ones.

import NoteMarkdown
import SyntaxProof
import Testing

@Suite("Every block and run of a document")
struct DocumentRangeTests {
    private func examine(_ bytes: [UInt8]) -> Bool {
        var proof = DocumentProof(bytes)
        guard let fault = proof.fault() else { return true }
        Issue.record("\(fault)\n\(String(decoding: bytes.prefix(2_000), as: UTF8.self).debugDescription)")
        return false
    }

    @Test("has its bytes, in the notes of the fixtures")
    func notes() throws {
        let notes = try DocumentFixture.notes()
        #expect(notes.count > 40)
        for note in notes where !examine(note) { return }
    }

    @Test("has its bytes, in the examples and vectors, with any line ending, quoted and in a list")
    func snippets() throws {
        for snippet in try DocumentFixture.snippets() {
            let text = String(decoding: snippet, as: UTF8.self)
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
            let variants = [
                text, text.replacing("\n", with: "\r\n"), text.replacing("\n", with: "\r"), "\u{FEFF}" + text,
                lines.map { "> " + $0 }.joined(separator: "\n"),
                "- " + lines.joined(separator: "\n  "), ">\t" + lines.joined(separator: "\r\n>\t"),
                "1.\t" + lines.joined(separator: "\n\t"),
            ]
            for variant in variants where !examine(Array(variant.utf8)) { return }
        }
    }

    @Test("has its bytes, in hostile texts", arguments: HostileText.all)
    func hostile(text: HostileText) {
        #expect(examine(text.bytes(count: 3_000)))
    }

    @Test("has its bytes after random edits, of bytes that are no text as well", arguments: 0..<16)
    func randomEdits(seed: Int) throws {
        let texts = try DocumentFixture.snippets() + DocumentFixture.notes().filter { $0.count < 4_000 }
        var random = SeededGenerator(seed: UInt64(seed) + 70)
        for _ in 0..<DocumentFixture.rounds {
            var text: [UInt8] = []
            for _ in 0..<random.below(6) + 1 { text += texts[random.below(texts.count)] + [0x0A] }
            for _ in 0..<8 {
                text = RandomEdit(of: text, using: &random).applied(to: text)
                guard examine(text) else { return }
            }
        }
    }
}
