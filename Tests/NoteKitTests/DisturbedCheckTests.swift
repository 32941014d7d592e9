// SPDX-License-Identifier: MIT
// Controls of the check: whatever moves in a vault meanwhile makes it fail, by name.

import Foundation
import Glibc
import Synchronization
import Testing

@testable import NoteKit

@Suite("A check during which something moves")
struct DisturbedCheckTests {
    private let scratch: ScratchFolder
    private var folder: String { scratch.path }
    private var vault: NotePath { NotePath(folder) }

    init() throws {
        scratch = try ScratchFolder(with: "sub")
        for number in 0..<100 {
            try Data("note \(number)\r\n".utf8).write(to: URL(fileURLWithPath: folder + "/sub/\(number).md"))
        }
    }

    /// Disturbs the vault once, in the middle of a check.
    private func failures(_ disturb: () -> Void) throws -> [String: String] {
        try withoutActuallyEscaping(disturb) { disturb in
            var isDone = false
            let report = try VaultCheck(vault: vault, jobs: 1).run(progress: { _ in
                if !isDone { disturb() }
                isDone = true
            })
            return Dictionary(uniqueKeysWithValues: report.failures.map { ($0.path.description, $0.reason) })
        }
    }

    // The first that is read, so that the check has seen it whole before it is disturbed.
    private let note = "sub/0.md"

    private func reason(_ what: String) -> String {
        "\(what) during the check; whether the check did that or another program cannot be told"
    }

    @Test("passes where nothing does")
    func nothing() throws {
        #expect(try failures {} == [:])
    }

    @Test("tells a modification time")
    func touched() throws {
        let found = try failures { utimensat(AT_FDCWD, "\(folder)/\(note)", nil, 0) }
        #expect(found == [note: reason("its modification time, change time, access time moved")])
    }

    @Test("tells an access time")
    func read() throws {
        // UTIME_OMIT, which Swift does not import, leaves the modification time.
        let times = [timespec(tv_sec: 5, tv_nsec: 0), timespec(tv_sec: 0, tv_nsec: (1 << 30) - 2)]
        let found = try failures { utimensat(AT_FDCWD, "\(folder)/\(note)", times, 0) }
        #expect(found == [note: reason("its change time, access time moved")])
    }

    @Test("says nothing of the access time of a folder, which anybody's listing moves")
    func listed() throws {
        // Older than the modification time, so that every mount that keeps count moves it.
        let found = try failures { _ = try? FileManager.default.contentsOfDirectory(atPath: "\(folder)/sub") }
        #expect(found == [:])
    }

    @Test("tells content of the same size whose time was set back, by the change time")
    func content() throws {
        var facts = stat()
        #expect(stat("\(folder)/\(note)", &facts) == 0)
        let found = try failures {
            let file = open("\(folder)/\(note)", O_WRONLY)
            _ = write(file, "NOTE", 4)
            futimens(file, [facts.st_atim, facts.st_mtim])
            close(file)
        }
        #expect(found == [note: reason("its change time moved")])
    }

    @Test("tells a size")
    func longer() throws {
        let found = try failures { truncate("\(folder)/\(note)", 3) }
        #expect(found == [note: reason("its size, modification time, change time moved")])
    }

    @Test("tells a mode")
    func mode() throws {
        let found = try failures { chmod("\(folder)/\(note)", 0o600) }
        #expect(found == [note: reason("its mode, change time moved")])
    }

    @Test("tells an extended attribute")
    func attribute() throws {
        let path = "\(folder)/\(note)"
        #expect(setAttribute("user.tag", to: "one", of: path))
        let found = try failures { setAttribute("user.tag", to: "two", of: path) }
        #expect(found == [note: reason("its change time, extended attributes moved")])
    }

    @Test("tells a new name in a folder, even a hidden one that came and went no further")
    func listing() throws {
        let found = try failures { close(creat("\(folder)/sub/.hidden", 0o644)) }
        #expect(found == ["sub": reason("its modification time, change time, list of names moved")])
    }

    @Test("tells a note that is new, one that is gone, and one that was replaced")
    func names() throws {
        let found = try failures {
            close(creat("\(folder)/new.md", 0o644))
            unlink("\(folder)/\(note)")
            close(creat("\(folder)/replacement", 0o644))
            rename("\(folder)/replacement", "\(folder)/sub/8.md")
        }
        #expect(found["new.md"] == reason("it is new"))
        #expect(found[note] == reason("it is gone"))
        #expect(found["sub/8.md"]?.hasPrefix("its identity, size, modification time") == true)
        #expect(found["."] != nil && found["sub"] != nil)
    }

    @Test("tells a second name of a note")
    func links() throws {
        let found = try failures { link("\(folder)/\(note)", "\(folder)/.second") }
        #expect(found[note] == reason("its link count, change time moved"))
    }

    @Test("tells what a flawed text would write, for every note")
    func flawed() throws {
        let report = try VaultCheck(vault: vault).run(with: FlawedText<NormalizesEndings>.self)
        #expect(report.failures.count == 100)
        #expect(
            report.failures.allSatisfy { $0.reason == "handed back unchanged, its text would be written" })
        #expect(report.failures.first?.offset == 6)
    }

    @Test("ends early when it is cancelled, and then tells nothing")
    func cancelled() {
        let progress = Mutex<[VaultCheck.Progress]>([])
        #expect(throws: CancellationError.self) {
            try VaultCheck(vault: vault, jobs: 1).run(
                progress: { step in progress.withLock { $0.append(step) } }, isCancelled: { true })
        }
        #expect(progress.withLock { $0.count } == 1)
    }

    @Test("counts up to the number of notes")
    func progress() throws {
        let steps = Mutex<[VaultCheck.Progress]>([])
        _ = try VaultCheck(vault: vault, jobs: 2).run(progress: { step in steps.withLock { $0.append(step) } }
        )
        let done = steps.withLock { $0.map(\.done) }
        #expect(done.last == 100)
        #expect(done == done.sorted())
        #expect(steps.withLock { $0.allSatisfy { $0.total == 100 } })
    }

    @Test("says that a vault which is none cannot be opened")
    func noVault() {
        #expect(throws: FileError.self) { try VaultCheck(vault: NotePath(folder + "/none")).run() }
    }
}
