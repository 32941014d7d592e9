// SPDX-License-Identifier: MIT
// Which paths a client may name, and which never.

import Foundation
import NoteFiles
import NoteProtocol
import Testing

@testable import NoteService

@Suite("A path that a client names")
struct VaultPlaceTests {
    private let folder = FileManager.default.temporaryDirectory
        .appendingPathComponent("place-\(UUID().uuidString)").resolvingSymlinksInPath()
    private var vault: NotePath { NotePath(folder.path + "/vault") }

    init() throws {
        let files = FileManager.default
        try files.createDirectory(atPath: folder.path + "/vault/in/er", withIntermediateDirectories: true)
        try files.createDirectory(atPath: folder.path + "/vault/.obsidian", withIntermediateDirectories: true)
        try files.createDirectory(atPath: folder.path + "/vault/dir.md", withIntermediateDirectories: true)
        try files.createDirectory(atPath: folder.path + "/vault2", withIntermediateDirectories: true)
        for name in [
            "vault/a.md", "vault/in/b.MD", "vault/.obsidian/c.md", "out.md", "vault2/d.md", "vault/e.txt",
        ] {
            try Data("x".utf8).write(to: folder.appendingPathComponent(name))
        }
        for (name, target) in [
            ("link.md", "a.md"), ("absolute.md", folder.path + "/vault/a.md"), ("out.md", "../out.md"),
            ("outabs.md", folder.path + "/out.md"), ("outdir", "../vault2"), ("sibling.md", "../vault2/d.md"),
            ("dangling.md", "none.md"), ("danglingout.md", "../none.md"), ("loop.md", "loop.md"),
            ("hidden.md", ".obsidian/c.md"), ("text.md", "e.txt"), ("null.md", "/dev/null"), ("indir", "in"),
            ("root", "/"), ("proc", "/proc/self/root"),
        ] {
            try files.createSymbolicLink(atPath: folder.path + "/vault/" + name, withDestinationPath: target)
        }
        #expect(mkfifo(folder.path + "/vault/fifo.md", 0o600) == 0)
    }

    private func remove() { _ = try? FileManager.default.removeItem(at: folder) }

    @Test("leads to its file, links in the vault followed")
    func inside() throws {
        defer { remove() }
        for (name, file) in [
            ("a.md", "a.md"), ("in/b.MD", "in/b.MD"), ("link.md", "a.md"), ("absolute.md", "a.md"),
            ("indir/b.MD", "in/b.MD"), ("in/er/new.md", "in/er/new.md"), ("indir/new.md", "in/new.md"),
            ("x\\\\y.md", "x\\y.md"), ("\\xFF.md", nil),
        ] as [(String, String?)] {
            let place = try VaultPlace(name, in: vault)
            if let file { #expect(place.path == NotePath(file)) }
            #expect(place.file == vault.appending(place.path))
        }
        #expect(try VaultPlace("\\xFF.md", in: vault).path == NotePath(bytes: [0xFF] + Array(".md".utf8)))
        #expect(throws: ProtocolError.self) { try VaultPlace("none/new.md", in: vault) }
    }

    /// Over a thousand ways to name what is outside, or is no note.
    static let escapes: [String] = {
        let names = [
            "out.md", "vault2/d.md", "vault/a.md", "a.md", "etc/passwd", "etc/passwd.md", "dev/null",
            "new.md",
        ]
        let climbs = [
            "../", "../../", "../../../../../../../../../../", "in/../../", "./../", "in/er/../../../",
            "..//", "/..//",
            "..\\\\", "outdir/", "outdir/../", "root/", "root/etc/../", "proc/", "proc/tmp/../", "/", "//",
            "///",
            "/proc/self/cwd/", "~/", "file:///", "indir/../../", "link.md/../../", "a.md/../../", ".../",
            "..\\x2F",
            "\\x2E\\x2E/", "%2e%2e/", ".obsidian/../../", ".git/", ".obsidian/", "in/.hidden/",
        ]
        var all = climbs.flatMap { climb in names.map { climb + $0 } }
        // Endings that cut, climb or hide.
        all += all.prefix(200).flatMap { [$0 + "\0", $0 + "\0.md", $0 + "/", $0 + "/.", $0 + "/.."] }
        all += [
            "", ".", "..", "/", "./a.md", "a.md/", "in//b.MD", "in/./b.MD", "a.md\0", "a\0.md", "\0",
            "\\x00.md",
            "out.md", "outabs.md", "outdir/d.md", "outdir/new.md", "sibling.md", "dangling.md",
            "danglingout.md",
            "loop.md", "hidden.md", "text.md", "null.md", "fifo.md", "dir.md", "root/etc/passwd",
            "proc/etc/passwd",
            ".md", ".hidden.md", "e.txt", "in", "a", "\\", "\\a.md", "\\x.md", "\\x1.md", "\\x+1.md",
            "a.md\n",
            String(repeating: "a", count: 253) + ".md", String(repeating: "a/", count: 3000) + "a.md",
            String(repeating: "../", count: 2000) + "a.md", String(repeating: "a", count: 100_000) + ".md",
            "root/dev/null.md", "root/proc/self/fd/0.md",
        ]
        return all
    }()

    /// Those of them that name a folder which is not there, so that nobody can tell whether it would be outside.
    static let nowhere: Set<String> = {
        let below = ["out.md", "vault2/d.md", "vault/a.md", "a.md", "etc/passwd.md", "new.md"]
        return Set(
            ["~/", "%2e%2e/"].flatMap { folder in below.map { folder + $0 } } + [
                "outdir/vault2/d.md", "outdir/vault/a.md", "outdir/etc/passwd.md", "root/vault2/d.md",
                "root/vault/a.md", "proc/vault2/d.md", "proc/vault/a.md",
            ])
    }()

    @Test("never leads out of the vault, over a thousand ways")
    func escapes() {
        defer { remove() }
        #expect(Self.escapes.count > 1000)
        for name in Self.escapes {
            do throws(ProtocolError) {
                let place = try VaultPlace(name, in: vault)
                Issue.record("\(name.prefix(80)) led to \(place.file)")
            } catch {
                #expect(
                    error.code == (Self.nowhere.contains(name) ? .missing : .outsideVault),
                    "\(name.prefix(80))")
            }
        }
    }

    @Test("is read back as it is shown", arguments: ["a.md", "ä\\b.md", "\u{7F}.md", "a b.md"])
    func shown(name: String) {
        defer { remove() }
        for path in [NotePath(name), NotePath(bytes: Array(name.utf8) + [0xC3, 0x28, 0x01])] {
            #expect(NotePath(shown: path.description) == path)
        }
    }
}
