// SPDX-License-Identifier: MIT
// What is left of an attachment when a call fails, or the process is killed before it.

import Glibc
import NoteKit
import Testing

@testable import NoteLibrary

@Suite("Attaching and removing that is cut short")
struct AttachmentFaultTests {
    private static let plain = "Text.\n"
    private static let listed = "---\nattachments:\n  - photo.png\n---\nText.\n"
    private static let emptied = "Text.\n"

    /// A vault with one note, and its file where it is to be removed.
    private func vault(removing: Bool) throws -> TestVault {
        let vault = try TestVault(["n.md": removing ? Self.listed : Self.plain])
        try vault.write("{\"attachmentFolderPath\":\"files\"}", to: ".obsidian/app.json")
        try vault.write(Array("bytes".utf8), to: NotePath("../photo.png"))
        if removing { try vault.write("bytes", to: "files/photo.png") }
        return vault
    }

    private func act(_ vault: TestVault, _ calls: any FileCalls, removing: Bool) throws {
        let attachments = NoteAttachments(of: NotePath("n.md"), by: try vault.runner(calls: calls))
        if removing {
            _ = try attachments.remove("photo.png")
        } else {
            _ = try attachments.add([vault.path.appending(NotePath("photo.png"))])
        }
    }

    /// What is in the vault but for its settings.
    private func state(_ vault: TestVault) throws -> [String: String] {
        try vault.texts().filter { !$0.key.hasPrefix(".obsidian") && $0.key != "files/" }
    }

    private func states(removing: Bool) -> (old: [String: String], new: [String: String]) {
        let with = ["n.md": Self.listed, "files/photo.png": "bytes"]
        return removing ? (with, ["n.md": Self.emptied]) : (["n.md": Self.plain], with)
    }

    @Test("killed at any call, is done or not done at the next start", arguments: [false, true])
    func killed(removing: Bool) throws {
        let (old, new) = states(removing: removing)
        var number = 1
        var seen: Set<[String: String]> = []
        while true {
            let vault = try vault(removing: removing)
            let calls = StruckCalls(.dies(number))
            do {
                try act(vault, calls, removing: removing)
            } catch {
                #expect(error is LibraryError)
            }
            guard calls.hasStruck else { break }
            // No note ever lists a file that it cannot open.
            let between = try state(vault)
            #expect(between["n.md"] != Self.listed || between["files/photo.png"] == "bytes", "at \(number)")
            let attachments = NoteAttachments(of: NotePath("n.md"), by: try vault.runner(calls: LinuxCalls()))
            try attachments.recover()
            _ = try attachments.runner.disk.recover(vault.root)
            let now = try state(vault)
            #expect(now == old || now == new, "at call \(number): \(now)")
            seen.insert(now)
            number += 1
        }
        #expect(number > 60 && seen == [old, new])
    }

    @Test(
        "killed at any call, loses no file that the note lists, though another program writes the note next",
        arguments: [false, true])
    func killedAndEdited(removing: Bool) throws {
        var number = 1
        while true {
            let vault = try vault(removing: removing)
            let calls = StruckCalls(.dies(number))
            do {
                try act(vault, calls, removing: removing)
            } catch {
                #expect(error is LibraryError)
            }
            guard calls.hasStruck else { break }
            let theirs = try vault.text(of: "n.md") + "Theirs.\n"
            try vault.write(theirs, to: "n.md")
            let attachments = NoteAttachments(of: NotePath("n.md"), by: try vault.runner(calls: LinuxCalls()))
            try attachments.recover()
            let now = try state(vault)
            #expect(now["n.md"] == theirs, "at call \(number)")
            #expect(!theirs.contains("photo.png") || now["files/photo.png"] == "bytes", "at call \(number)")
            number += 1
        }
        #expect(number > 60)
    }

    @Test("killed at any call of a removal, removes no file that another program has written into since")
    func killedAndWritten() throws {
        var (number, kept) = (1, 0)
        while true {
            let vault = try vault(removing: true)
            let calls = StruckCalls(.dies(number))
            do {
                try act(vault, calls, removing: true)
            } catch {
                #expect(error is LibraryError)
            }
            guard calls.hasStruck else { break }
            number += 1
            // In place, so it stays the same file.
            let file = open("\(vault.root)/files/photo.png", O_WRONLY | O_TRUNC)
            guard file >= 0 else { continue }
            #expect(write(file, "Theirs.", 7) == 7)
            close(file)
            let attachments = NoteAttachments(of: NotePath("n.md"), by: try vault.runner(calls: LinuxCalls()))
            try attachments.recover()
            #expect(try state(vault)["files/photo.png"] == "Theirs.", "at call \(number - 1)")
            kept += 1
        }
        #expect(number > 60 && kept > 20)
    }

    @Test("where a call fails, is done or refused, and nothing is left", arguments: [false, true])
    func failing(removing: Bool) throws {
        let (old, new) = states(removing: removing)
        for error in [EIO, EACCES, EINTR] {
            var number = 1
            while true {
                let vault = try vault(removing: removing)
                let calls = StruckCalls(.once(number, error))
                var failure: LibraryError?
                do {
                    try act(vault, calls, removing: removing)
                } catch let error as LibraryError {
                    failure = error
                }
                guard calls.hasStruck else { break }
                let now = try state(vault)
                // A file that could not be removed stays, and nobody lists it.
                let left = removing && now == ["n.md": Self.emptied, "files/photo.png": "bytes"]
                if failure == nil {
                    #expect(now == new || left, "error \(error) at call \(number): \(now)")
                } else {
                    let attachments = NoteAttachments(
                        of: NotePath("n.md"), by: try vault.runner(calls: LinuxCalls()))
                    try attachments.recover()
                    let after = try state(vault)
                    #expect(after == old || after == new, "error \(error) at call \(number): \(after)")
                    #expect(now["n.md"] != Self.listed || now["files/photo.png"] == "bytes")
                }
                number += 1
            }
            #expect(number > 60)
        }
    }
}
