// SPDX-License-Identifier: MIT
// Which open notes stand still for a change of the vault, when, and what becomes of what is typed in them.

import NoteKit
import NoteStore
import Synchronization
import Testing

@testable import NoteLibrary

@Suite("Notes that others have open, while the vault is changed")
struct OperationHoldTests {
    /// Whoever has notes open, as a test plays them.
    private final class Holder: Sendable {
        private let words = Mutex<[String]>([])
        let vault: TestVault
        let count: Int
        let unsaved: Set<NotePath>
        /// What is saved when notes are held still for the first time.
        private let typed: Mutex<[String: String]>
        /// How many holds are over before anything is written.
        private let late: Mutex<Int>

        init(
            _ vault: TestVault, count: Int = 1, unsaved: [String] = [], typed: [String: String] = [:],
            late: Int = 0
        ) {
            self.vault = vault
            self.count = count
            self.unsaved = Set(unsaved.map { vault.root.appending(NotePath($0)) })
            self.typed = Mutex(typed)
            self.late = Mutex(late)
        }

        /// What was asked of it, with paths as the vault has them.
        var said: [String] { words.withLock { $0 } }

        func say(_ word: String) { words.withLock { $0.append(word) } }

        func hold(_ path: NotePath) -> NoteHold {
            let name =
                path == vault.root ? "." : String(path.description.dropFirst(vault.root.bytes.count + 1))
            // The first one is for the plan to see what was typed.
            let isFirst = said.isEmpty
            say("hold \(name)")
            if !isFirst {
                let typed = self.typed.withLock { typed in
                    defer { typed = [:] }
                    return typed
                }
                for (name, text) in typed {
                    do { try vault.write(text, to: name) } catch { Issue.record(error) }
                }
            }
            let isLate =
                !isFirst
                && late.withLock { late in
                    late -= 1
                    return late >= 0
                }
            return NoteHold(count: count, unsaved: unsaved, mayBeOver: { isLate }) {
                self.say("end \(name)")
                return !isLate
            }
        }
    }

    private static let files = [
        "top.md": "[[other]]\n", "d/old.md": "I am [[old]].\n", "d/a.md": "see [[old]]\n", "d/b.md": "b\n",
    ]

    private func runner(
        of vault: TestVault, _ holder: Holder, patience: Int = 10_000,
        notify: @escaping @Sendable (LibraryError) -> Void = { Issue.record($0) }
    ) throws -> OperationRunner {
        try OperationRunner(
            of: vault.root, stateFolder: vault.state, keeper: StoreVersionKeeper(stateFolder: vault.state),
            patience: patience, calls: StruckCalls(), notify: notify, willChange: { holder.say("write") },
            holding: holder.hold)
    }

    private func path(_ text: String) -> NotePath { NotePath(text) }

    @Test("are held once the plan is made, only where it writes, and until it has")
    func order() throws {
        let vault = try TestVault(Self.files)
        let holder = Holder(vault)
        let runner = try runner(of: vault, holder)
        let renamed = try NoteRenaming(runner).rename(path("d/old.md"), to: path("d/new.md"))
        #expect(renamed.isComplete)
        #expect(holder.said == ["hold .", "end .", "hold d", "write", "end d"])
        // One note alone, and nothing for a folder that is yet to be made.
        _ = try FolderHierarchy(runner).create(path("e"))
        _ = try FolderHierarchy(runner).moveNote(path("d/b.md"), into: path("e"))
        #expect(
            holder.said.dropFirst(5) == [
                "hold .", "end .", "write", "hold .", "end .", "hold d/b.md", "write", "end d/b.md",
            ])
    }

    @Test("are held up by no other process that changes the vault")
    func busy() throws {
        let vault = try TestVault(Self.files)
        let holder = Holder(vault)
        let runner = try runner(of: vault, holder, patience: 10)
        let other = try FileLock(of: runner.store.folder.appending(path("operations.lock")))
        try other.take(.exclusive, patience: 0)
        let error = #expect(throws: LibraryError.self) {
            try NoteRenaming(runner).rename(path("d/old.md"), to: path("d/new.md"))
        }
        #expect(error?.code == .busy)
        #expect(holder.said.isEmpty)
    }

    @Test("keep what was typed while the change was planned, and their new links follow")
    func typing() throws {
        let vault = try TestVault(Self.files)
        let holder = Holder(vault, typed: ["d/a.md": "typed [[old]] [[old]]\n", "top.md": "typed [[old]]\n"])
        let outcome = try NoteRenaming(try runner(of: vault, holder)).rename(
            path("d/old.md"), to: path("d/new.md"))
        #expect(outcome.isComplete && outcome.edited.map(\.description) == ["d/a.md", "d/new.md", "top.md"])
        #expect(try vault.text(of: "d/a.md") == "typed [[new]] [[new]]\n")
        #expect(try vault.text(of: "top.md") == "typed [[new]]\n")
        #expect(holder.said == ["hold .", "end .", "hold d", "end d", "hold .", "write", "end ."])
    }

    @Test("that cannot be saved are left as they are, and named")
    func unsaved() throws {
        let vault = try TestVault(Self.files)
        let holder = Holder(vault, unsaved: ["d/a.md", "d/b.md"])
        let outcome = try NoteRenaming(try runner(of: vault, holder)).rename(
            path("d/old.md"), to: path("d/new.md"))
        #expect(outcome.refusals.map(\.path.description) == ["d/a.md"])
        #expect(outcome.refusals.map(\.code) == [.unsaved])
        #expect(try vault.text(of: "d/a.md") == "see [[old]]\n")
        #expect(try vault.text(of: "d/new.md") == "I am [[new]].\n")
        // What hangs on the edit is taken back.
        try vault.write("P", to: "photo.png")
        let before = try vault.texts()
        let attachments = NoteAttachments(of: path("d/b.md"), by: try runner(of: vault, holder))
        let error = #expect(throws: LibraryError.self) {
            try attachments.add([vault.root.appending(path("d/a.md"))])
        }
        #expect(error?.code == .unsaved)
        #expect(
            try vault.texts().filter { !$0.key.hasSuffix("/") } == before.filter { !$0.key.hasSuffix("/") })
    }

    @Test("are held once more where their hold may be over before the first write")
    func late() throws {
        let vault = try TestVault(Self.files)
        let holder = Holder(vault, late: 1)
        _ = try NoteRenaming(try runner(of: vault, holder)).rename(path("d/old.md"), to: path("d/new.md"))
        #expect(holder.said == ["hold .", "end .", "hold d", "end d", "hold d", "write", "end d"])
    }

    @Test("were not held all the time: that is told")
    func over() throws {
        let vault = try TestVault(Self.files)
        let told = Mutex<[LibraryError]>([])
        let holder = Holder(vault, late: 2)
        let runner = try runner(of: vault, holder) { error in told.withLock { $0.append(error) } }
        _ = try NoteRenaming(runner).rename(path("d/old.md"), to: path("d/new.md"))
        #expect(told.withLock { $0.map(\.code) } == [.unsaved])
    }

    @Test("are held while a change is finished that a killed process left")
    func resumed() throws {
        for number in 1... {
            let vault = try TestVault(Self.files)
            let calls = StruckCalls(.diesAtChange(number))
            _ = try? NoteRenaming(vault.runner(calls: calls)).rename(path("d/old.md"), to: path("d/new.md"))
            let holder = Holder(vault, unsaved: ["d/a.md"])
            let runner = try runner(of: vault, holder) { _ in }
            guard try runner.hasRecords() else { continue }
            #expect(try runner.finishInterrupted().count == 1)
            #expect(holder.said == ["hold d", "write", "end d"])
            #expect(try vault.text(of: "d/a.md") == "see [[old]]\n")
            #expect(try vault.text(of: "d/new.md") == "I am [[new]].\n")
            return
        }
    }
}
