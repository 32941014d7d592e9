// SPDX-License-Identifier: MIT
// What a watcher tells of what other programs do.

import Foundation
import Glibc
import NoteKit
import Testing

@testable import NoteFiles

@Suite("A watched folder", .timeLimit(.minutes(2)))
struct WatchedChangeTests {
    private func watch(_ names: String..., isRecursive: Bool = true) async throws -> Watch {
        let folder = try TemporaryFolder()
        for name in names { folder.file(name) }
        return try await Watch(folder, isRecursive: isRecursive)
    }

    @Test("tells of a new note")
    func created() async throws {
        let watch = try await watch("n.md")
        watch.folder.file("d/new.md")
        #expect(try await watch.changes() == [.created("d/new.md")])
        #expect(try await watch.paths() == ["d/new.md", "n.md"])
    }

    @Test("tells of a note that was written in place as changed")
    func inPlace() async throws {
        let watch = try await watch("n.md")
        try watch.folder.write("new", to: "n.md")
        #expect(try await watch.changes() == [.changed("n.md")])
    }

    @Test("tells of a save by rename over the note as one change")
    func renameOver() async throws {
        let watch = try await watch("n.md")
        watch.folder.file("n.md.tmp")
        watch.rename("n.md.tmp", "n.md")
        #expect(try await watch.changes() == [.changed("n.md")])
    }

    @Test("tells of a save through another note's name as one change")
    func renameOverFromNote() async throws {
        let watch = try await watch("n.md")
        watch.folder.file("tmp.md")
        watch.rename("tmp.md", "n.md")
        #expect(try await watch.changes() == [.changed("n.md")])
    }

    @Test("tells of NoteDisk's own save as one change, and of nothing beside the note")
    func ownSave() async throws {
        let watch = try await watch("n.md")
        let note = watch.folder.vault.appending(NotePath("n.md"))
        for number in 0..<20 {
            let base = try watch.folder.disk.read(note).bytes
            _ = try watch.folder.disk.replace(note, with: Array("text \(number)\n".utf8), base: base)
            #expect(try await watch.changes() == [.changed("n.md")])
        }
    }

    @Test("field case C5: tells of a save that moves the old note aside as one change")
    func backup() async throws {
        let watch = try await watch("n.md")
        for text in ["one", "two"] {
            watch.rename("n.md", "n.md~")
            try watch.folder.write(text, to: "n.md")
            watch.remove("n.md~")
            #expect(try await watch.changes() == [.changed("n.md")])
            #expect(try await watch.paths() == ["n.md"])
        }
    }

    @Test("tells nothing of a file that comes and goes")
    func vanishing() async throws {
        let watch = try await watch("n.md")
        watch.folder.file("new.md")
        watch.remove("new.md")
        #expect(try await watch.changes() == [])
    }

    @Test(
        "tells nothing of files that are no notes, nor of what is hidden",
        arguments: ["a.txt", ".n.md", ".h/n.md"])
    func others(name: String) async throws {
        let watch = try await watch("n.md")
        watch.folder.file(name)
        #expect(try await watch.changes() == [])
        #expect(try await watch.paths() == ["n.md"])
    }

    @Test("tells of a removed note")
    func removed() async throws {
        let watch = try await watch("n.md", "d/m.md")
        watch.remove("d/m.md")
        #expect(try await watch.changes() == [.removed("d/m.md")])
    }

    @Test("tells of a removed folder as of each note in it")
    func removedFolder() async throws {
        let watch = try await watch("n.md", "d/a.md", "d/e/b.md")
        try FileManager.default.removeItem(atPath: watch.path("d"))
        #expect(try await watch.changes() == [.removed("d/a.md"), .removed("d/e/b.md")])
    }

    @Test("tells of a renamed note as moved")
    func moved() async throws {
        let watch = try await watch("n.md", "d/m.md")
        watch.rename("n.md", "d/n.md")
        #expect(try await watch.changes() == [.moved("n.md", "d/n.md")])
    }

    @Test("tells of two notes that changed places as changed")
    func exchanged() async throws {
        let watch = try await watch("a.md", "b.md")
        watch.rename("a.md", "c")
        watch.rename("b.md", "a.md")
        watch.rename("c", "b.md")
        #expect(try await watch.changes() == [.changed("a.md"), .changed("b.md")])
    }

    @Test("does not take a new file for a removed one with the same inode number")
    func reusedInode() async throws {
        let watch = try await watch("n.md")
        for number in 0..<50 {
            let (old, new) = (number == 0 ? "n.md" : "n\(number - 1).md", "n\(number).md")
            watch.remove(old)
            watch.folder.file(new)
            #expect(try await Set(watch.changes()) == [.removed(old), .created(new)])
            #expect(try await watch.paths() == [new])
        }
    }

    @Test("field case C3: tells of notes deep in a renamed folder as moved, and later by their new paths")
    func movedFolder() async throws {
        let watch = try await watch("a/b/n.md")
        watch.rename("a", "z")
        try watch.folder.write("one", to: "z/b/n.md")
        let told = try await watch.changes()
        #expect(told == [.moved("a/b/n.md", "z/b/n.md")])
        try watch.folder.write("two", to: "z/b/n.md")
        #expect(try await watch.changes() == [.changed("z/b/n.md")])
        watch.rename("z", "a")
        #expect(try await watch.changes() == [.moved("z/b/n.md", "a/b/n.md")])
        try watch.folder.write("three", to: "a/b/n.md")
        #expect(try await watch.changes() == [.changed("a/b/n.md")])
    }

    @Test("follows a folder that is moved into another, and the one below it that is moved at the same time")
    func movedFolders() async throws {
        let watch = try await watch("a/b/n.md", "c/m.md")
        watch.rename("a/b", "c/b")
        watch.rename("c", "a/c")
        #expect(
            try await watch.changes() == [.moved("a/b/n.md", "a/c/b/n.md"), .moved("c/m.md", "a/c/m.md")])
        try watch.folder.write("text", to: "a/c/b/n.md")
        #expect(try await watch.changes() == [.changed("a/c/b/n.md")])
    }

    @Test("tells of a folder that leaves and of one that comes, with what is in them")
    func movedOut() async throws {
        let watch = try await watch("d/n.md", "m.md")
        watch.rename("d", "../state")
        #expect(try await watch.changes() == [.removed("d/n.md")])
        try FileManager.default.createDirectory(
            atPath: watch.path("../other/e"), withIntermediateDirectories: true)
        watch.folder.file("../other/e/x.md")
        watch.rename("../other", "o")
        #expect(try await watch.changes() == [.created("o/e/x.md")])
        try watch.folder.write("text", to: "o/e/x.md")
        #expect(try await watch.changes() == [.changed("o/e/x.md")])
    }

    @Test("misses a folder whose name was that of a file for a moment")
    func folderBehindFile() async throws {
        let watch = try await watch("d/n.md", "m.md")
        watch.rename("d", "../other")
        watch.folder.file("d")
        watch.remove("d")
        #expect(try await watch.changes() == [.removed("d/n.md")])
    }

    @Test("looks into a new folder that has the name and the inode number of a removed one")
    func recreatedFolder() async throws {
        let watch = try await watch("n.md")
        for number in 0..<20 {
            watch.folder.file("d/n\(number).md")
            #expect(try await watch.changes() == [.created("d/n\(number).md")])
            try FileManager.default.removeItem(atPath: watch.path("d"))
            watch.folder.file("d/m\(number).md")
            #expect(try await watch.paths() == ["d/m\(number).md", "n.md"])
            try FileManager.default.removeItem(atPath: watch.path("d"))
            #expect(try await watch.paths() == ["n.md"])
            _ = watch.batches.take()
        }
    }

    @Test("field case C1: finds notes in nested folders that are made at once, and later changes in them")
    func nested() async throws {
        let watch = try await watch("n.md")
        for number in 0..<200 { watch.folder.file("t\(number)/a/b/c/n.md") }
        let told = try await watch.changes()
        #expect(told.count == 200)
        #expect(Set(told).count == 200)
        for number in 0..<200 { try watch.folder.write("text", to: "t\(number)/a/b/c/n.md") }
        #expect(try await watch.changes().count == 200)
    }

    @Test("field case C9: follows links without going in a circle, with one watch for each real folder")
    func links() async throws {
        let folder = try TemporaryFolder()
        folder.file("n.md")
        folder.file("d/m.md")
        folder.link("d/up", to: "..")
        folder.link("e", to: "d")
        let watch = try await Watch(folder)
        #expect(try await watch.paths() == ["d/m.md", "n.md"])
        try folder.write("text", to: "n.md")
        #expect(try await watch.changes() == [.changed("n.md")])
    }

    @Test("follows a folder to its link when the folder itself is moved away")
    func linkTakesOver() async throws {
        let folder = try TemporaryFolder()
        folder.file("d/n.md")
        folder.link("a", to: "../state/d")
        _ = folder.path.appending(NotePath("state")).withCString { mkdir($0, 0o755) }
        let watch = try await Watch(folder)
        #expect(try await watch.paths() == ["d/n.md"])
        watch.rename("d", "../state/d")
        #expect(try await watch.changes() == [.moved("d/n.md", "a/n.md")])
        watch.rename("../state/d", "d")
        #expect(try await watch.changes() == [.moved("a/n.md", "d/n.md")])
    }

    @Test("sees through a link to a file what is written where it leads")
    func linkedFile() async throws {
        let folder = try TemporaryFolder()
        folder.file("../outside.txt")
        folder.link("n.md", to: "../outside.txt")
        let watch = try await Watch(folder)
        try folder.write("new text", to: "../outside.txt")
        #expect(try await watch.changes() == [.changed("n.md")])
    }

    @Test("sees at each of its names what is written to a file through another one")
    func hardLinks() async throws {
        let watch = try await watch("a.md")
        #expect(link(watch.path("a.md"), watch.path("../outside.txt")) == 0)
        #expect(link(watch.path("a.md"), watch.path("b.md")) == 0)
        #expect(try await watch.changes() == [.changed("a.md"), .created("b.md")])
        try watch.folder.write("new text", to: "b.md")
        #expect(try await watch.changes() == [.changed("a.md"), .changed("b.md")])
        let file = open(watch.path("../outside.txt"), O_WRONLY)
        #expect(write(file, "outside", 7) == 7)
        close(file)
        #expect(try await watch.changes() == [.changed("a.md"), .changed("b.md")])
    }

    @Test("field case B7: sees a change of the same size whose time was set back, or that is older")
    func setBack() async throws {
        let watch = try await watch("n.md")
        var facts = stat()
        #expect(stat(watch.path("n.md"), &facts) == 0)
        try watch.folder.write("y", to: "n.md")
        var times = [facts.st_atim, facts.st_mtim]
        #expect(utimensat(AT_FDCWD, watch.path("n.md"), &times, 0) == 0)
        #expect(try await watch.changes() == [.changed("n.md")])
        watch.folder.file("old.tmp")
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: 1_000_000_000)],
            ofItemAtPath: watch.path("old.tmp"))
        watch.rename("old.tmp", "n.md")
        #expect(try await watch.changes() == [.changed("n.md")])
    }

    @Test("that is watched alone tells nothing of the folders in it")
    func alone() async throws {
        let watch = try await watch("n.md", "d/m.md", isRecursive: false)
        watch.folder.file("d/other.md")
        watch.folder.file("new.md")
        watch.folder.link("l", to: "d")
        #expect(try await watch.changes() == [.created("new.md")])
        #expect(try await watch.paths() == ["n.md", "new.md"])
    }

    @Test("keeps names apart that differ in their bytes only")
    func names() async throws {
        let watch = try await watch("n.md")
        let names = [[0x63, 0xC3, 0xA9], [0x63, 0x65, 0xCC, 0x81], [0x63, 0xFF]]
            .map { NotePath(bytes: $0 + Array(".md".utf8)) }
        for name in names { watch.folder.file(name) }
        #expect(try await Set(watch.changes()) == Set(names.map { .created($0) }))
    }
}
