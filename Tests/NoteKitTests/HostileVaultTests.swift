// SPDX-License-Identifier: MIT
// The check over everything that breaks tools, watched from outside.

import Glibc
import NoteKit
import Testing

@Suite("The check of a hostile vault")
struct HostileVaultTests {
    @Test(
        "finds no failure, tells what it left out, and moves nothing: neither a fact nor an event is seen outside"
    )
    func moved() throws {
        let vault = try HostileVault()
        let before = try vault.facts()
        let watch = try EventWatch(vault.path.description, vault.outside)
        let report = try VaultCheck(vault: vault.path, jobs: 2).run()
        #expect(try watch.finish() == [])
        let after = try vault.facts()
        for (old, new) in zip(before, after) where old != new { Issue.record("\(old) became \(new)") }
        #expect(before.count == after.count)
        #expect(report.failures == [])
        #expect(report.notes > 600)

        let unreadable = Dictionary(uniqueKeysWithValues: report.unreadable.map { ($0.path.description, $0) })
        #expect(unreadable.keys.allSatisfy { $0.hasPrefix("encodings/") || $0 == "marks/half.md" })
        #expect(unreadable.count == 15)
        #expect(unreadable["encodings/late.md"]?.offset == 60_000)
        #expect(unreadable["encodings/utf-16le.md"]?.encoding == "utf-16le")
        #expect(unreadable["encodings/utf-16be.md"]?.encoding == "utf-16be")
        #expect(unreadable["encodings/latin-1.md"]?.encoding == "latin-1")

        let skipped = Set(report.skipped.map(\.path.description))
        let expected: Set = [
            "crashed/.syncthing.notekit-draft-00000000000000ff.tmp", "folder.md", "links/also real",
            "links/dangling.md", "links/here", "links/null.md", "links/outside/back", "links/ping.md",
            "links/pong.md",
            "links/real/up", "links/self.md", "pipe.md", "socket.md",
        ]
        #expect(skipped.isSuperset(of: expected))
        // Others than root cannot look into some files and folders.
        #expect(skipped.subtracting(expected).allSatisfy { $0.hasPrefix("modes/") })
    }

    @Test("tells the same whatever the number of threads")
    func threads() throws {
        let vault = try HostileVault(deep: 100)
        let (one, four) = (
            try VaultCheck(vault: vault.path, jobs: 1).run(), try VaultCheck(vault: vault.path, jobs: 4).run()
        )
        #expect(one.notes == four.notes)
        #expect(one.bytes == four.bytes)
        #expect(one.unreadable == four.unreadable)
        #expect(one.skipped == four.skipped)
        #expect(one.failures == four.failures)
    }

    @Test("lists names of any bytes, each as the kernel gives it")
    func names() throws {
        let vault = try HostileVault(deep: 10)
        let paths = Set(try NotesFolder(vault.path).entries.map(\.path))
        let odd: [[UInt8]] = [
            Array("a\nb".utf8), [0xFF, 0xFE] + Array(" not utf-8".utf8), Array("é nfc".utf8),
            Array("e\u{301} nfd".utf8),
            [UInt8](repeating: UInt8(ascii: "n"), count: 252), Array("case".utf8), Array("CASE".utf8),
        ]
        for name in odd {
            #expect(paths.contains(NotePath(bytes: Array("names/".utf8) + name + Array(".md".utf8))))
        }
        #expect(paths.contains(NotePath("names/upper.MD")))
        #expect(!paths.contains { $0.description.contains("hidden") })
    }

    @Test("passes over a file of holes that no memory would take")
    func holes() throws {
        let scratch = try ScratchFolder()
        let folder = scratch.path
        close(creat(folder + "/holes.md", 0o644))
        #expect(truncate(folder + "/holes.md", 1 << 36) == 0)
        #expect(setAttribute("user.tag", to: "not read", of: folder + "/holes.md"))
        let report = try VaultCheck(vault: NotePath(folder)).run()
        #expect(report.skipped.map(\.reason) == ["it is larger than 4 GB"])
        #expect(report.skipped.allSatisfy { $0.isUnseen })
        #expect(report.notes == 0)
        #expect(report.failures == [])
    }
}
