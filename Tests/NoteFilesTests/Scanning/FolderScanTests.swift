// SPDX-License-Identifier: MIT
// What a scan lists, in which order, and what it says of the rest.

import Glibc
import NoteFiles
import Testing

@Suite("A scan of a folder")
struct FolderScanTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func scan(jobs: Int = 2) throws -> FolderScan {
        try FolderScan(of: folder.vault, jobs: jobs, matching: isMarkdown)
    }

    @Test("lists files in the order of the bytes of their paths, whatever the number of threads")
    func order() throws {
        var names = [
            "a.md", "a-b.md", "a/x.md", "a/b/c.md", "a/b.md", "a0.md", "a0/z.md", "B.md", "é.md",
            "e\u{301}.md", "z/1.md",
        ].map { NotePath($0) }
        names.append(NotePath(bytes: [0xFF] + Array(".md".utf8)))
        names.append(NotePath(bytes: Array("line\nbreak \\ \" '.md".utf8)))
        names.append(NotePath(String(repeating: "n", count: 252) + ".md"))
        for level in 0..<40 { names.append(NotePath("many/\(level % 7)/\(level).md")) }
        for name in names { folder.file(name) }
        for jobs in [1, 2, 8] {
            #expect(try scan(jobs: jobs).map(\.path) == names.sorted())
        }
    }

    @Test("lists only the names that were asked for")
    func names() throws {
        for name in ["a.md", "b.txt", "c.MD", "md", "sub/d.md"] { folder.file(name) }
        #expect(try scan().paths == ["a.md", "sub/d.md"])
        #expect(try FolderScan(of: folder.vault).paths == ["a.md", "b.txt", "c.MD", "md", "sub/d.md"])
    }

    @Test("passes over hidden files and folders, but tells what a crashed save left")
    func hidden() throws {
        for name in [".hidden.md", ".obsidian/a.md", "sub/.git/b.md", ".syncthing.other.tmp", "a.md"] {
            folder.file(name)
        }
        folder.file("sub/.syncthing.notekit-draft-00000000000000ff.tmp")
        let scan = try scan()
        #expect(scan.paths == ["a.md"])
        #expect(scan.skipped.map(\.reason) == [.leftover])
        #expect(scan.skipped.map(\.path.description) == ["sub/.syncthing.notekit-draft-00000000000000ff.tmp"])
    }

    @Test("tells the facts that the kernel tells")
    func facts() throws {
        let path = try folder.write("four", to: "a.md")
        var facts = stat()
        #expect(path.withCString { stat($0, &facts) } == 0)
        let file = try #require(try scan().first)
        #expect(file.facts.size == 4)
        #expect(file.facts.identity.inode == facts.st_ino)
        #expect(file.facts.mode == facts.st_mode)
        #expect(file.facts.modified.nanoseconds == UInt32(facts.st_mtim.tv_nsec))
        #expect(file.facts.kind == .file)
        #expect(!file.isLink)
    }

    @Test("field case C9: a link to a folder above ends nowhere; each real folder is listed once")
    func linkLoop() throws {
        folder.file("n.md")
        folder.file("d/m.md")
        folder.link("d/up", to: "..")
        folder.link("e", to: "d")
        let scan = try scan()
        #expect(scan.paths == ["d/m.md", "n.md"])
        #expect(scan.folders.map(\.path.description) == [".", "d"])
        #expect(scan.reasons == ["d/up": .listedElsewhere, "e": .listedElsewhere])
    }

    @Test("lists a real folder under its real path even where a link to it comes first")
    func realPathWins() throws {
        folder.link("a", to: "z/deep")
        folder.file("z/deep/n.md")
        #expect(try scan().paths == ["z/deep/n.md"])
    }

    @Test("follows links out of the folder: the first by name wins, links behind it wait")
    func outside() throws {
        let outside = try TemporaryFolder()
        outside.file("far.md")
        outside.file("sub/deep.md")
        outside.link("back", to: folder.vault.description)
        outside.link("a", to: "sub")
        folder.link("l2", to: outside.vault.description)
        folder.link("l1", to: outside.vault.description)
        let scan = try scan()
        #expect(scan.paths == ["l1/far.md", "l1/sub/deep.md"])
        #expect(
            scan.reasons == ["l2": .listedElsewhere, "l1/back": .listedElsewhere, "l1/a": .listedElsewhere])
        #expect(scan.folders.filter(\.isLink).map(\.path.description) == ["l1"])
    }

    @Test("lists a link to a file under its own name with the facts of the file")
    func fileLinks() throws {
        folder.file("real.txt")
        folder.link("alias.md", to: "real.txt")
        folder.link("twice.md", to: "alias.md")
        let scan = try scan()
        #expect(scan.paths == ["alias.md", "twice.md"])
        #expect(scan.allSatisfy { $0.isLink && $0.facts.size == 1 })
    }

    @Test("tells what is no file by its kind, and what leads nowhere")
    func others() throws {
        folder.pipe("pipe.md")
        folder.pipe("pipe")
        folder.file("folder.md/inside.md")
        folder.link("dangling.md", to: "nowhere")
        folder.link("dangling too", to: "nowhere")
        folder.link("self.md", to: "self.md")
        folder.link("null.md", to: "/dev/null")
        let scan = try scan()
        #expect(scan.paths == ["folder.md/inside.md"])
        #expect(
            scan.reasons == [
                "pipe.md": .notAFile, "folder.md": .folder, "dangling.md": .danglingLink,
                "dangling too": .danglingLink, "self.md": .linkLoop, "null.md": .notAFile,
            ])
    }

    @Test("takes a root that is a link, and refuses one that is a file or is not there")
    func root() throws {
        folder.file("a.md")
        folder.link("root", to: ".")
        #expect(try FolderScan(of: folder.vault.appending(NotePath("root"))).count == 1)
        for name in ["a.md", "none"] {
            let error = #expect(throws: FileError.self) {
                try FolderScan(of: folder.vault.appending(NotePath(name)))
            }
            #expect(error?.code == .missing)
            #expect(error?.operation == .list)
        }
    }

    @Test("leaves the access times of folders alone")
    func accessTimes() throws {
        folder.file("sub/a.md")
        let long = timespec(tv_sec: 1000, tv_nsec: 0)
        for name in ["", "sub"] {
            let path = folder.vault.appending(NotePath(name))
            #expect(path.withCString { utimensat(AT_FDCWD, $0, [long, long], 0) } == 0)
        }
        _ = try scan()
        for folder in try scan().folders { #expect(folder.facts.accessed.seconds == 1000) }
    }

    @Test("finds everything in one large folder")
    func flat() throws {
        for number in 0..<3000 { folder.file("\(number).md") }
        let scan = try scan(jobs: 4)
        #expect(Set(scan.paths) == Set((0..<3000).map { "\($0).md" }))
    }
}
