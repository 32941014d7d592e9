// SPDX-License-Identifier: MIT
// A draft whose save failed anywhere is saved by the next try, or says what is true.

import Glibc
import NoteKit
import Testing

@testable import NoteLibrary

@Suite("A draft whose save has failed")
struct DraftRetryTests {
    enum Subject: CaseIterable, Sendable {
        case new, edited, retitled

        var files: [String: String] {
            switch self {
            case .new: ["links.md": "L\n"]
            case .edited, .retitled:
                [
                    "n.md": "---\nattachments:\n  - old.png\n---\n[[n]]\n", "old.png": "old",
                    "links.md": "See [[n]].\n",
                ]
            }
        }

        func draft(in vault: TestVault, by runner: OperationRunner) throws -> NoteDraft {
            var draft =
                self == .new
                ? NoteDraft(newIn: NotePath("sub"), by: runner)
                : try NoteDraft(of: NotePath("n.md"), by: runner)
            draft.title = self == .retitled ? "t" : "n"
            try vault.write(Array("one".utf8), to: NotePath("../photo.png"))
            try draft.attach(vault.path.appending(NotePath("photo.png")))
            _ = draft.text.replace(draft.text.count..<draft.text.count, with: "more\n")
            if self != .new { try draft.detach("old.png") }
            return draft
        }
    }

    /// A note that cannot be looked at is not found.
    private static let codes: Set<LibraryError.Code> = [.inputOutput, .store, .other, .missing]

    /// Fails at each call of a save, and tries again.
    ///
    /// - Parameters:
    ///   - length: How many calls fail, one after the other.
    ///   - stride: How far the next first call is.
    ///   - between: What happens before the next try.
    private func eachFailure(
        of subject: Subject, length: Int, stride: Int,
        between: (TestVault, inout NoteDraft) throws -> Void = { _, _ in },
        _ body: (TestVault, inout NoteDraft, String) throws -> Void
    ) throws {
        var number = 1
        var failures = 0
        let dry = StruckCalls()
        let unsaved = try TestVault(subject.files)
        _ = try subject.draft(in: unsaved, by: try unsaved.runner(calls: dry))
        while true {
            let vault = try TestVault(subject.files)
            let first = dry.callCount + number
            let calls = StruckCalls(.during(first..<(first + length), EIO))
            var draft = try subject.draft(in: vault, by: try vault.runner(calls: calls))
            let when = "\(subject), \(length) calls failed from call \(number) of the save on"
            do {
                try draft.save()
            } catch {
                failures += 1
                #expect(Self.codes.contains(error.code), "\(when): \(error)")
                calls.stopStriking()
                try between(vault, &draft)
                try body(vault, &draft, when)
            }
            if calls.callCount < first { break }
            number += stride
        }
        #expect(failures > 5)
    }

    @Test("is saved whole by the next try, whatever failed", arguments: Subject.allCases, [1, 30])
    func again(subject: Subject, length: Int) throws {
        var expected: [String: String]?
        do {
            let vault = try TestVault(subject.files)
            var draft = try subject.draft(in: vault, by: try vault.runner())
            try draft.save()
            expected = try vault.texts()
        }
        try eachFailure(of: subject, length: length, stride: length == 1 ? 1 : 7) { vault, draft, when in
            do {
                try draft.save()
            } catch {
                Issue.record("\(when): \(error)")
            }
            // What could not be removed that was staged is cleared another time.
            try NoteAttachments(of: NotePath("sub/n.md"), by: try vault.runner()).recover()
            var now = try vault.texts()
            // Where a file could not be removed it stays, and nobody lists it.
            if expected?["old.png"] == nil { now["old.png"] = nil }
            #expect(now == expected, "\(when)")
            #expect(!draft.hasChanges, "\(when)")
        }
    }

    @Test("keeps what is typed, attached and detached before the next try", arguments: Subject.allCases)
    func goesOn(subject: Subject) throws {
        try eachFailure(of: subject, length: 1, stride: 2) { vault, draft in
            _ = draft.text.replace(draft.text.count..<draft.text.count, with: "and more\n")
            try vault.write(Array("two".utf8), to: NotePath("../two.png"))
            try draft.attach(vault.path.appending(NotePath("two.png")))
            try draft.detach("photo.png")
        } _: { vault, draft, when in
            do {
                let note = try draft.save().note
                let text = try vault.text(of: note.description)
                #expect(text.hasSuffix("more\nand more\n"), "\(when): \(text)")
                #expect(text.contains("attachments:\n  - two.png\n---\n"), "\(when): \(text)")
            } catch {
                Issue.record("\(when): \(error)")
            }
            let now = try vault.texts()
            #expect(now["two.png"] == "two" && now["photo.png"] == nil, "\(when): \(now)")
            #expect(now.count(where: { $0.value.contains("and more") }) == 1, "\(when): \(now)")
        }
    }

    @Test("says so where another program has changed the note since, and leaves that", arguments: [1, 30])
    func changed(length: Int) throws {
        try eachFailure(of: .edited, length: length, stride: 3) { vault, _ in
            try vault.write(try vault.text(of: "n.md") + "Theirs.\n", to: "n.md")
        } _: { vault, draft, when in
            var code: LibraryError.Code?
            do {
                try draft.save()
            } catch {
                code = (error as? LibraryError)?.code
            }
            #expect(code == .changed, "\(when)")
            let text = try vault.text(of: "n.md")
            #expect(text.hasSuffix("Theirs.\n"), "\(when): \(text)")
            #expect(!text.contains("photo.png") || vault.exists("photo.png"), "\(when)")
        }
    }

    @Test("and that is let go then loses no file that the note lists", arguments: Subject.allCases)
    func letGo(subject: Subject) throws {
        var vaults: [TestVault] = []
        try eachFailure(of: subject, length: 30, stride: 5) { vault, _, _ in vaults.append(vault) }
        for vault in vaults {
            for name in ["n.md", "t.md", "sub/n.md"] {
                try NoteAttachments(of: NotePath(name), by: try vault.runner()).recover()
            }
            let now = try vault.texts()
            for (name, text) in now where name.hasSuffix(".md") && text.contains("photo.png") {
                #expect(now["photo.png"] == "one", "\(now)")
            }
            if subject == .new { #expect(now["sub/n.md"] != nil || now["photo.png"] == nil, "\(now)") }
        }
    }
}
