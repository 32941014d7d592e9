// SPDX-License-Identifier: MIT
// Which notes a list shows, and in which order.

import Testing

@testable import NoteKit
@testable import NoteLibrary

@Suite("A list of notes")
struct NoteOrganizerTests {
    private static func note(_ path: String, _ modified: Int64, _ created: Int64?, pinned: Bool = false)
        -> NoteOrganizer.Note
    {
        var facts = FileFacts()
        facts.modified = FileTime(seconds: modified, nanoseconds: 0)
        let entry = NotesFolder.Entry(
            path: NotePath(path), facts: facts, created: created.map { FileTime(seconds: $0, nanoseconds: 0) }
        )
        return NoteOrganizer.Note(entry, isPinned: pinned)
    }

    private let organizer = NoteOrganizer([
        note("a/old.md", 1, 9, pinned: true), note("a/b/new.md", 5, 1), note("top.md", 4, 2),
        note("z.md", 2, 3, pinned: true), note("a-b/x.md", 3, nil),
    ])

    private func paths(_ notes: [NoteOrganizer.Note]) -> [String] { notes.map(\.path.description) }

    @Test("holds the whole vault, the notes in no folder, or those of a folder and below")
    func scopes() {
        #expect(Set(paths(organizer.notes())).count == 5)
        #expect(paths(organizer.notes(in: .unfiled)) == ["z.md", "top.md"])
        #expect(paths(organizer.notes(in: .folder(NotePath("a")))) == ["a/old.md", "a/b/new.md"])
        #expect(paths(organizer.notes(in: .folder(NotePath("a/b")))) == ["a/b/new.md"])
        #expect(organizer.notes(in: .folder(NotePath("none"))).isEmpty)
        #expect(organizer.notes(in: .folder(.top)).count == 5)
    }

    @Test("shows pinned notes first, in each order")
    func pinned() {
        #expect(paths(organizer.notes()) == ["z.md", "a/old.md", "a/b/new.md", "top.md", "a-b/x.md"])
        #expect(
            paths(organizer.notes(by: .created)) == ["a/old.md", "z.md", "top.md", "a/b/new.md", "a-b/x.md"])
        #expect(
            paths(organizer.notes(by: .name)) == ["a/old.md", "z.md", "a-b/x.md", "a/b/new.md", "top.md"])
    }

    @Test("of recent notes knows no pins")
    func recent() {
        #expect(paths(organizer.recent(3)) == ["a/b/new.md", "top.md", "a-b/x.md"])
        #expect(paths(organizer.recent(1, in: .unfiled)) == ["top.md"])
        #expect(paths(organizer.recent(2, by: .created)) == ["a/old.md", "z.md"])
        #expect(organizer.recent(0).isEmpty && organizer.recent(9).count == 5)
    }

    @Test("is searched inside its scope")
    func search() {
        let found = organizer.notes(in: .folder(NotePath("a"))) { $0.title.contains("e") }
        #expect(paths(found) == ["a/b/new.md"])
    }

    @Test("takes a query of white space for none", arguments: ["", " ", "\t\n", "\u{3000}\u{A0}"])
    func whitespace(_ query: String) { #expect(NoteOrganizer.text(ofQuery: query) == nil) }

    @Test("keeps the spaces of a query that holds more")
    func query() { #expect(NoteOrganizer.text(ofQuery: " a ") == " a ") }

    @Test("knows the pins of the store, and the creation date that a save recorded")
    func disk() throws {
        let vault = try TestVault(["a.md": "A", "f/b.md": "B"])
        let store = try VaultStore(of: vault.root, stateFolder: vault.state)
        try store.setPinned(true, note: NotePath("f/b.md"))
        let born = try NotesFolder(vault.root).entries.first { $0.path == NotePath("a.md") }?.created
        let note = vault.root.appending(NotePath("a.md"))
        _ = try NoteDisk(stateFolder: vault.state).replace(
            note, with: Array("AA".utf8), base: Array("A".utf8))
        let organizer = NoteOrganizer(try NotesFolder(vault.root), pinned: try store.pinnedNotes())
        #expect(paths(organizer.notes()) == ["f/b.md", "a.md"])
        #expect(organizer.notes.first?.entry.created == born)
    }

    @Test("knows the pin of a note at once that another program has renamed")
    func renamedOutside() throws {
        let vault = try TestVault(["a.md": "A", "f/b.md": "B", "z.md": "Z"])
        let store = try VaultStore(of: vault.root, stateFolder: vault.state)
        try store.setPinned(true, note: NotePath("f/b.md"))
        try store.setPinned(true, note: NotePath("z.md"))
        try vault.rename("f/b.md", to: "new.md")
        let notes = try NotesFolder(vault.root).entries.map(\.path)
        #expect(try paths(store.pinnedNotes(among: notes)) == ["new.md", "z.md"])
    }

    private func paths(_ notes: [NotePath]) -> [String] { notes.map(\.description) }
}
