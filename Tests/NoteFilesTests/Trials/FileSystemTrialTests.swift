// SPDX-License-Identifier: MIT
// What is found out about a file system, and that nothing of the finding out stays.

import Glibc
import Testing

@testable import NoteFiles

@Suite("The trial of a file system")
struct FileSystemTrialTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.write("text", to: "note.md")
    }

    private func trial(failing plan: @escaping @Sendable (Call) -> Call.Fate) throws -> FileSystemTrial {
        let calls = InterposedCalls(LinuxCalls(), plan: plan)
        return try FileSystemTrial(in: folder.vault, on: NoteDisk(stateFolder: folder.state, calls: calls))
    }

    @Test("tries everything, and leaves every other file as it was, hidden ones too")
    func everything() throws {
        try folder.write("hidden", to: ".syncthing.other.tmp")
        let before = try FolderScan(of: folder.vault).map { $0 }
        let trial = try FileSystemTrial(in: folder.vault, on: folder.disk)
        #expect(Set(trial.answers.keys) == Set(FileSystemTrial.Ability.allCases))
        #expect(trial.refusal == nil)
        #expect(trial.timeStep != nil)
        #expect(try FolderScan(of: folder.vault).map { $0 } == before)
        #expect(try folder.names(in: folder.vault) == [".syncthing.other.tmp", "note.md"])
    }

    @Test(
        "says of an ability that it is missing when its call fails",
        arguments: [
            (CallKind.fsetxattr, FileSystemTrial.Ability.attributes), (.takeLease, .leases),
            (.lockExclusively, .locks), (.linkat, .hardLinks), (.fsync, .durability),
        ])
    func missing(kind: CallKind, ability: FileSystemTrial.Ability) throws {
        let trial = try trial { $0.kind == kind ? .fails(EOPNOTSUPP) : .made }
        #expect(trial.answers[ability] == false)
        #expect(try folder.names(in: folder.vault) == ["note.md"])
    }

    @Test("tells exchange from a rename that replaces nothing", arguments: [1, 2])
    func renames(flag: Int) throws {
        let trial = try trial { $0.kind == .renameat2 && $0.flags == flag ? .fails(EINVAL) : .made }
        #expect(trial.answers[.noReplace] == (flag != 1))
        #expect(trial.answers[.exchange] == (flag != 2))
    }

    @Test("does not take a rename that replaces for one that does not")
    func replaced() throws {
        let trial = try trial { $0.kind == .renameat2 && $0.flags == 1 ? .madeButFails(0) : .made }
        #expect(trial.answers[.noReplace] == false)
    }

    @Test("says why nothing could be tried where no file can be made")
    func refused() throws {
        let trial = try trial { $0.kind == .openat && $0.flags & Int(O_CREAT) != 0 ? .fails(EROFS) : .made }
        #expect(trial.refusal?.systemError == EROFS)
        #expect(trial.answers.isEmpty)
    }

    @Test("leaves nothing but its own files when it is killed anywhere, and the next one removes those")
    func killed() throws {
        var step = 1
        while true {
            let last = step
            let calls = InterposedCalls(LinuxCalls()) { $0.number >= last ? .fails(EIO) : .made }
            let disk = NoteDisk(stateFolder: folder.state, calls: calls)
            // A dead process cannot say anything.
            _ = try? FileSystemTrial(in: folder.vault, on: disk)
            let left = try folder.names(in: folder.vault).filter { $0 != "note.md" }
            #expect(left.allSatisfy { HiddenName.isTrial(NotePath($0)) })
            _ = try FileSystemTrial(in: folder.vault, on: folder.disk)
            #expect(try folder.names(in: folder.vault) == ["note.md"])
            #expect(try folder.text(of: folder.vault.appending(NotePath("note.md"))) == "text")
            if calls.callCount < step { break }
            step += 1
        }
        #expect(step > 20)
    }

    @Test("is swept by a recovery too, but not while it is going on")
    func recovered() throws {
        let name = HiddenName.trial(7, "a")
        let path = try folder.write("", to: name.description)
        let file = path.withCString { open($0, O_RDONLY | O_CLOEXEC) }
        #expect(flock(file, LOCK_EX) == 0)
        try folder.disk.recover(folder.vault)
        _ = try FileSystemTrial(in: folder.vault, on: folder.disk)
        #expect(try folder.names(in: folder.vault) == [name.description, "note.md"])
        // A program that another test is just starting may share the file for a moment.
        flock(file, LOCK_UN)
        close(file)
        try folder.disk.recover(folder.vault)
        #expect(try folder.names(in: folder.vault) == ["note.md"])
    }

    @Test(
        "knows its own names from others",
        arguments: [
            (".syncthing.notekit-trial-0000000000000007-a.tmp", true),
            (".syncthing.notekit-trial-0000000000000007-\u{E9}.tmp", true),
            (".syncthing.notekit-trial-0000000000000007.tmp", false),
            (".syncthing.notekit-trial-7-a.tmp", false), (".syncthing.notekit-trial-a.tmp", false),
            (".syncthing.notekit-trial-0000000000000007-a", false), ("trial.tmp", false),
        ])
    func names(name: String, isOurs: Bool) {
        #expect(HiddenName.isTrial(NotePath(name)) == isOurs)
    }
}
