// SPDX-License-Identifier: MIT
// Scans of folders that change, fail, or lie deeper than a path can say.

import Foundation
import Glibc
import NoteFiles
import Synchronization
import Testing

@Suite("A scan in trouble")
struct FolderScanTroubleTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func scan(_ plan: @escaping @Sendable (Call) -> Call.Fate) throws -> FolderScan {
        try FolderScan(
            of: folder.vault, jobs: 1, matching: isMarkdown, includingOthers: false,
            calls: InterposedCalls(LinuxCalls(), plan: plan))
    }

    @Test("a file that vanishes after it was listed is told, and no reason to stop")
    func vanishingFile() throws {
        for name in ["a.md", "b.md", "c.md"] { folder.file(name) }
        let vault = folder.vault
        let scan = try scan { call in
            if call.kind == .statx, call.name == NotePath("b.md") {
                _ = vault.appending(NotePath("b.md")).withCString { unlink($0) }
            }
            return .made
        }
        #expect(scan.paths == ["a.md", "c.md"])
        #expect(scan.reasons == ["b.md": .vanished])
    }

    @Test("a folder that vanishes, or whose name a link takes, is told")
    func vanishingFolder() throws {
        folder.folder(NotePath("gone"))
        folder.folder(NotePath("swapped"))
        folder.file("z.md")
        let vault = folder.vault
        let scan = try scan { call in
            if call.kind == .openat, let name = call.name, name.bytes.starts(with: "gone".utf8) {
                _ = vault.appending(NotePath("gone")).withCString { rmdir($0) }
                _ = vault.appending(NotePath("swapped")).withCString { rmdir($0) }
                _ = vault.appending(NotePath("swapped")).withCString { symlink("/", $0) }
            }
            return .made
        }
        #expect(scan.paths == ["z.md"])
        #expect(scan.reasons == ["gone": .vanished, "swapped": .vanished])
    }

    @Test(
        "what this user may not look at is told by name",
        arguments: [
            (EACCES, FolderScan.Reason.notPermitted), (EIO, .failed(.inputOutput)),
        ])
    func refused(number: Int32, reason: FolderScan.Reason) throws {
        folder.file("locked/a.md")
        folder.file("open/b.md")
        let scan = try scan { call in
            call.kind == .openat && call.name == NotePath("locked") ? .fails(number) : .made
        }
        #expect(scan.paths == ["open/b.md"])
        #expect(scan.reasons == ["locked": reason])
        #expect(scan.skipped.allSatisfy { $0.reason.isUnseen })
    }

    @Test(
        "a want of descriptors says nothing of a folder, so the whole scan fails",
        arguments: [EMFILE, ENFILE])
    func wantOfFiles(number: Int32) throws {
        folder.file("locked/a.md")
        folder.file("open/b.md")
        let error = #expect(throws: FileError.self) {
            try scan { call in
                call.kind == .openat && call.name == NotePath("locked") ? .fails(number) : .made
            }
        }
        #expect(error?.code == .tooManyOpenFiles)
        #expect(error?.path == folder.vault.appending(NotePath("locked")))
    }

    @Test(
        "a root that can be opened and not listed is an error, not an empty folder",
        arguments: [EACCES, ENOENT, EIO])
    func unlistableRoot(number: Int32) throws {
        folder.file("a.md")
        for kind in [CallKind.openat, .getdents64] {
            let isListing: @Sendable (Call) -> Bool = { $0.kind == kind && $0.file >= 0 }
            let error = #expect(throws: FileError.self) {
                try scan { isListing($0) ? .fails(number) : .made }
            }
            #expect(error?.code == FileError.Code(systemError: number))
            #expect(error?.path == folder.vault)
        }
    }

    @Test("a failure of any one call is told or thrown, and no descriptor stays open")
    func eachCallFails() throws {
        for name in ["a.md", "sub/b.md", "sub/deep/c.md"] { folder.file(name) }
        folder.link("link", to: "sub")
        folder.link("alias.md", to: "a.md")
        let whole = try FolderScan(of: folder.vault, jobs: 1, matching: isMarkdown).paths
        var failing = 1
        var isDone = false
        while !isDone {
            let chosen = failing
            let calls = InterposedCalls(LinuxCalls()) { $0.number == chosen ? .fails(EIO) : .made }
            do {
                let scan = try FolderScan(
                    of: folder.vault, jobs: 1, matching: isMarkdown, includingOthers: false, calls: calls)
                // What cannot be opened under its own path may be under that of the link.
                #expect(Set(scan.paths).isSubset(of: whole + ["link/b.md", "link/deep/c.md"]))
                isDone = calls.callCount < failing
                // The answer of close tells nothing of what was listed.
                if !isDone, scan.paths != whole {
                    #expect(scan.skipped.contains { $0.reason == .failed(.inputOutput) })
                }
            } catch {
                #expect(error.code == .inputOutput)
            }
            #expect(calls.openFiles.isEmpty, "call \(failing)")
            failing += 1
        }
        #expect(failing > 20)
    }

    @Test("a chain of folders far longer than a path is listed to the end with four descriptors")
    func deep() throws {
        defer { remove() }
        let levels = 2500
        var place = folder.vault.withCString { open($0, O_RDONLY | O_DIRECTORY) }
        for _ in 0..<levels {
            _ = mkdirat(place, "level", 0o755)
            let below = openat(place, "level", O_RDONLY | O_DIRECTORY)
            close(place)
            place = below
        }
        close(openat(place, "bottom.md", O_WRONLY | O_CREAT, 0o644))
        close(place)
        let most = Mutex(0)
        let calls = Mutex<InterposedCalls?>(nil)
        let counting = InterposedCalls(LinuxCalls()) { _ in
            let count = calls.withLock { $0?.openFiles.count ?? 0 }
            most.withLock { $0 = max($0, count) }
            return .made
        }
        calls.withLock { $0 = counting }
        let scan = try FolderScan(
            of: folder.vault, jobs: 1, matching: isMarkdown, includingOthers: false, calls: counting)
        #expect(scan.count == 1)
        #expect(scan.first?.path.bytes.count == levels * 6 + 9)
        #expect(scan.skipped.isEmpty)
        #expect(most.withLock { $0 } <= 4)
        // And a file at the bottom is opened from the top.
        let root = try FolderScan.open(folder.vault, LinuxCalls())
        var door = FileDoor(of: scan, root: root.number, calls: LinuxCalls())
        let file = door.open(0)
        #expect(file >= 0)
        close(file)
        _ = root.close()
    }

    /// Foundation does not remove what no path can name.
    private func remove() {
        let program = Process()
        program.executableURL = URL(fileURLWithPath: "/bin/rm")
        program.arguments = ["-rf", folder.path.description]
        try? program.run()
        program.waitUntilExit()
    }
}
