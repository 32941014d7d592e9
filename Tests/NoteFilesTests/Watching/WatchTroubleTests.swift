// SPDX-License-Identifier: MIT
// What a watcher does when it is hindered: it says so, finds changes all the same, and recovers.

import Foundation
import Glibc
import Testing

@testable import NoteFiles

@Suite("A hindered watcher", .timeLimit(.minutes(2)))
struct WatchTroubleTests {
    private func folder(_ count: Int) throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        for number in 0..<count { folder.file("f\(number)/n.md") }
        return folder
    }

    @Test("finds everything after the kernel's queue has overflowed, says so, and says when it is over")
    func overflow() async throws {
        let watch = try await Watch(folder(4), calls: TestWatchCalls(.init(queueLimit: 16)))
        for number in 0..<2000 { watch.folder.file("f\(number % 4)/new \(number).md") }
        for number in 0..<4 { watch.remove("f\(number)/n.md") }
        try await watch.watcher.barrier()
        let batches = watch.batches.take()
        #expect(batches.contains { $0.degraded.map(\.reason) == [.queueOverflow] })
        #expect(batches.last?.degraded == [])
        #expect(batches.flatMap(\.changes).count == 2004)
        #expect(try await watch.paths() == watch.pathsOnDisk())
        #expect(watch.watcher.degraded == [])
    }

    @Test("would miss most of it if it did not hear of the overflow: the control")
    func unheardOverflow() async throws {
        let watch = try await Watch(
            folder(4), calls: TestWatchCalls(.init(queueLimit: 16, overflowIsSilent: true)))
        for number in 0..<2000 { watch.folder.file("f\(number % 4)/new \(number).md") }
        #expect(try await watch.paths() != watch.pathsOnDisk())
    }

    @Test("looks again by itself after an overflow, when it is quiet")
    func overflowAlone() async throws {
        let calls = TestWatchCalls(.init(queueLimit: 16))
        let watch = try await Watch(folder(4), calls: calls)
        for number in 0..<2000 { watch.folder.file("f\(number % 4)/new \(number).md") }
        var told = 0
        await eventually {
            calls.advance(.milliseconds(60))
            told += watch.batches.take().reduce(0) { $0 + $1.changes.count }
            return told == 2000
        }
    }

    @Test("names the limit of watches, not the disk, and finds changes where it cannot watch")
    func watchLimit() async throws {
        let calls = TestWatchCalls(.init(watchesLeft: 5))
        let watch = try await Watch(folder(12), calls: calls)
        let hindrance = try #require(watch.watcher.degraded.first)
        #expect(hindrance.reason == .watchLimit)
        #expect(hindrance.detail.contains("fs.inotify.max_user_watches"))
        #expect(hindrance.detail.contains("Of 13 folders, 8 folders are looked at every 2 seconds"))
        #expect(!hindrance.detail.contains("no space"))
        for number in 0..<12 { try watch.folder.write("text", to: "f\(number)/n.md") }
        var told: Set<FolderScan.Change> = []
        await eventually {
            calls.advance(.seconds(2))
            for batch in watch.batches.take() { told.formUnion(batch.changes) }
            return told.count == 12
        }
    }

    @Test("answers right past the limit of watches, without waiting for the next look")
    func barrierPastLimit() async throws {
        let watch = try await Watch(folder(12), calls: TestWatchCalls(.init(watchesLeft: 5)))
        for number in 0..<12 { try watch.folder.write("text", to: "f\(number)/n.md") }
        #expect(try await watch.changes().count == 12)
        watch.folder.file("f11/a/b/new.md")
        #expect(try await watch.changes() == [.created("f11/a/b/new.md")])
    }

    @Test("watches what it could not, once the limit is raised")
    func raisedLimit() async throws {
        let calls = TestWatchCalls(.init(watchesLeft: 5))
        let watch = try await Watch(folder(12), calls: calls)
        calls.set { $0.watchesLeft = nil }
        await eventually {
            calls.advance(.seconds(2))
            return watch.watcher.degraded.isEmpty
        }
        // Nothing wakes it any more but what happens.
        await eventually { calls.waiting == .some(nil) }
        watch.folder.file("f11/new.md")
        #expect(try await watch.changes() == [.created("f11/new.md")])
    }

    @Test("looks from time to time where it gets no inotify instance, and takes one when it can")
    func instanceLimit() async throws {
        let calls = TestWatchCalls(.init(queueFault: EMFILE))
        let watch = try await Watch(folder(3), calls: calls)
        let hindrance = try #require(watch.watcher.degraded.first)
        #expect(hindrance.reason == .instanceLimit)
        #expect(hindrance.detail.contains("fs.inotify.max_user_instances"))
        #expect(watch.watcher.degraded.count == 1)
        watch.folder.file("f2/new.md")
        var told: [FolderScan.Change] = []
        await eventually {
            calls.advance(.seconds(2))
            told += watch.batches.take().flatMap(\.changes)
            return !told.isEmpty
        }
        #expect(told == [.created("f2/new.md")])
        calls.set { $0.queueFault = nil }
        await eventually {
            calls.advance(.seconds(2))
            return watch.watcher.degraded.isEmpty
        }
        await eventually { calls.waiting == .some(nil) }
    }

    @Test("is woken by nothing while nothing happens")
    func idle() async throws {
        let calls = TestWatchCalls()
        let watch = try await Watch(folder(3), calls: calls)
        await eventually { calls.waiting == .some(nil) }
        let waits = calls.waits
        calls.advance(.seconds(3600))
        #expect(calls.waiting == .some(nil))
        #expect(calls.waits == waits)
        _ = watch
    }

    @Test("keeps its list while the root is away, and goes on when it is back")
    func rootAway() async throws {
        let watch = try await Watch(folder(2))
        watch.rename("", "../elsewhere")
        #expect(try await watch.changes() == [])
        #expect(watch.watcher.degraded.map(\.reason) == [.rootMissing])
        #expect(try await watch.paths() == ["f0/n.md", "f1/n.md"])
        try Data("text".utf8).write(to: URL(fileURLWithPath: watch.path("../elsewhere/f0/n.md")))
        watch.rename("../elsewhere", "../vault")
        #expect(try await watch.changes() == [.changed("f0/n.md")])
        #expect(watch.watcher.degraded == [])
    }

    @Test("notices by itself that the root is back")
    func rootBackAlone() async throws {
        let calls = TestWatchCalls()
        let watch = try await Watch(folder(2), calls: calls)
        watch.rename("", "../elsewhere")
        await eventually {
            calls.advance(.milliseconds(60))
            return watch.watcher.degraded.map(\.reason) == [.rootMissing]
        }
        watch.rename("../elsewhere", "../vault")
        await eventually {
            calls.advance(.seconds(2))
            return watch.watcher.degraded == []
        }
    }

    @Test("takes another folder that took the root's path for the root, and says so once")
    func rootReplaced() async throws {
        let watch = try await Watch(folder(2))
        watch.folder.file("../new/f0/n.md")
        watch.folder.file("../new/other.md")
        watch.rename("", "../old")
        watch.rename("../new", "../vault")
        try await watch.watcher.barrier()
        let batches = watch.batches.take()
        #expect(batches.map(\.degraded).map { $0.map(\.reason) } == [[.rootReplaced], []])
        #expect(
            batches.flatMap(\.changes) == [.changed("f0/n.md"), .removed("f1/n.md"), .created("other.md")])
        watch.folder.file("f0/more.md")
        #expect(try await watch.changes() == [.created("f0/more.md")])
    }

    @Test("looks from time to time on a network file system as well as listening")
    func network() async throws {
        let calls = TestWatchCalls()
        // The magic number of NFS: what fails answers the number with another sign.
        let files = InterposedCalls(LinuxCalls()) { $0.kind == .filesystemKind ? .fails(-0x6969) : .made }
        let watch = try await Watch(folder(2), calls: calls, files: files)
        #expect(watch.watcher.degraded.map(\.reason) == [.networkFileSystem])
        #expect(try #require(watch.watcher.degraded.first).detail.contains("every 2 seconds"))
        watch.folder.file("f1/new.md")
        #expect(try await watch.changes() == [.created("f1/new.md")])
        await eventually { calls.waiting.map { $0 != nil } ?? false }
    }

    @Test("ends what waits for it with an error when it has ended, and answers no more")
    func ended() async throws {
        let watch = try await Watch(folder(1))
        try await watch.end()
        await #expect(throws: FileError.self) { try await watch.watcher.barrier() }
        var count = 0
        for await _ in watch.batches { count += 1 }
        #expect(count == 0)
    }

    @Test("says why it cannot start, to whoever runs it and to whoever asks")
    func noRoot() async throws {
        let folder = try TemporaryFolder()
        let watcher = FolderWatcher(of: folder.vault.appending(NotePath("none")))
        async let answer = { () -> FileError.Code? in
            do throws(FileError) { try await watcher.barrier() } catch { return error.code }
            return nil
        }()
        await #expect { try await watcher.run() } throws: { ($0 as? FileError)?.code == .missing }
        #expect(await answer == .missing)
    }
}
