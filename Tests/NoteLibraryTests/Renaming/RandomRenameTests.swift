// SPDX-License-Identifier: MIT
// Renames at random: where every link of every note leads afterwards.

import NoteKit
import SyntaxProof
import Testing

@testable import NoteLibrary

@Suite("Random renames in a random vault")
struct RandomRenameTests {
    /// What every link of a note leads to; nil for what is no file.
    static func targets(of text: [UInt8], at note: NotePath, in names: VaultNames) -> [NotePath?] {
        text.withUnsafeBufferPointer { text in
            let tree = MarkdownTree(parsing: text)
            return (tree.links(in: text) + tree.linkDefinitions(in: text)).map {
                names.target(of: $0, in: text, from: note).file
            }
        }
    }

    @Test("leave every link leading to its file, and every byte but those of targets", arguments: 0..<60)
    func leadThere(seed: Int) {
        var generator = SeededGenerator(seed: UInt64(seed))
        var vault = RandomVault(&generator, notes: 12)
        for round in 0..<6 {
            let notes = vault.notes
            let old = notes[generator.below(notes.count)]
            let folder = generator.oneIn(3) ? RandomVault.folder(&generator) : folder(of: old)
            let new = NotePath(folder + RandomVault.stem(&generator) + ".md")
            let names = VaultNames(vault.files.keys)
            guard names.files(alike: new).allSatisfy({ $0 == old }), new != old else { continue }
            let rewriting = LinkRewriting(names, moving: [old: new])
            var changed = vault
            for note in notes {
                let text = vault.files[note] ?? []
                let result = text.withUnsafeBufferPointer { rewriting.result(for: $0, at: note) }
                let edited = text.withUnsafeBufferPointer { result.edits.applied(to: $0) }
                for edit in result.edits { #expect(Array(text[edit.range]) == edit.old) }
                let before = Self.targets(of: text, at: note, in: names)
                let after = Self.targets(of: edited, at: note == old ? new : note, in: rewriting.after)
                #expect(before.count == after.count, "seed \(seed), round \(round), \(note)")
                let lost = zip(before, after).filter { $0 != nil && ($0 == old ? new : $0) != $1 }
                #expect(
                    lost.count <= result.unwritable.count,
                    "seed \(seed), round \(round): \(old) to \(new) in \(note): \(lost)\n\(String(decoding: text, as: UTF8.self).debugDescription)\n\(String(decoding: edited, as: UTF8.self).debugDescription)"
                )
                let hasBracket = new.bytes.contains(UInt8(ascii: "]"))
                #expect(
                    result.unwritable.isEmpty || hasBracket
                        || lost.contains { $0.0?.bytes.contains(0x5D) == true },
                    "seed \(seed), round \(round): \(old) to \(new) in \(note): \(String(decoding: text, as: UTF8.self).debugDescription)"
                )
                changed.files[note] = nil
                changed.files[note == old ? new : note] = edited
            }
            vault = changed
            for image in vault.files.keys where !NotesFolder.isNote(image) { _ = image }
        }
    }

    private func folder(of note: NotePath) -> String {
        note.folder == NotePath(".") ? "" : String(decoding: note.folder.bytes, as: UTF8.self) + "/"
    }
}
