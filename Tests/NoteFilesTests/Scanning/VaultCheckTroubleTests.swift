// SPDX-License-Identifier: MIT
// Checks of a vault parts of which cannot be opened for a moment.

import CNoteLinux
import Glibc
import NoteFiles
import NoteKit
import Synchronization
import Testing

@Suite("A check in trouble")
struct VaultCheckTroubleTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        for name in ["a.md", "sub/b.md", "sub/deep/c.md"] { folder.file(name) }
    }

    /// Checks the vault; the opening of a name fails at these times, counted from 1.
    private func check(
        _ name: String, fails number: Int32, at times: ClosedRange<Int>, asFolder: Bool
    ) throws -> VaultCheck.Report {
        let count = Mutex(0)
        let calls = InterposedCalls(LinuxCalls()) { call in
            let isListing = call.flags & Int(cn_O_PATH) == 0 && call.flags & Int(cn_O_DIRECTORY) != 0
            guard call.kind == .openat, call.name == NotePath(name), isListing == asFolder else {
                return .made
            }
            let time = count.withLock { count in
                count += 1
                return count
            }
            return times.contains(time) ? .fails(number) : .made
        }
        defer { #expect(calls.openFiles.isEmpty) }
        return try VaultCheck(vault: folder.vault, jobs: 1, calls: calls).run()
    }

    @Test("does not compare a folder that only one of its two scans could list", arguments: [1, 2])
    func oneScan(time: Int) throws {
        let report = try check("sub", fails: EACCES, at: time...time, asFolder: true)
        #expect(report.failures == [])
        #expect(report.skipped.map(\.path) == [NotePath("sub")])
        #expect(report.skipped.allSatisfy { $0.isUnseen })
        #expect(report.notes == (time == 1 ? 1 : 3))
    }

    // A note of which the change time proves nothing is opened a second time, for its attributes.
    @Test(
        "fails as a whole for a want of descriptors, be it at the first reading or the second",
        arguments: [1, 2])
    func wantOfFiles(time: Int) throws {
        let error = #expect(throws: FileError.self) {
            try check("b.md", fails: EMFILE, at: time...time, asFolder: false)
        }
        #expect(error?.code == .tooManyOpenFiles)
        #expect(error?.path == folder.vault.appending(NotePath("sub/b.md")))
    }

    @Test("invents no moved attributes of a note that it could open only once", arguments: [1, 2])
    func attributes(time: Int) throws {
        let note = folder.vault.appending(NotePath("sub/b.md"))
        #expect(note.withCString { CNoteLinux.setxattr($0, "user.tag", "one", 3, 0) } == 0)
        let report = try check("b.md", fails: EIO, at: time...time, asFolder: false)
        #expect(report.failures == [])
        #expect(report.skipped.map(\.path) == (time == 1 ? [NotePath("sub/b.md")] : []))
    }
    @Test("is no worse than a pass that makes something of each note, which fails likewise")
    func pass() throws {
        let calls = InterposedCalls(LinuxCalls()) { call in
            call.kind == .openat && call.name == NotePath("b.md") ? .fails(ENFILE) : .made
        }
        let error = #expect(throws: FileError.self) {
            try VaultReader(vault: folder.vault, jobs: 1, calls: calls).read { path, _ in
                path
            } use: { _ in
            }
        }
        #expect(error?.code == .tooManyOpenFiles)
    }
}
