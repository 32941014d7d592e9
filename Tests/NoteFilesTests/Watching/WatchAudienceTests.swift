// SPDX-License-Identifier: MIT
// Who is told what: trails of one note, limits, and shares in one watcher.

import Foundation
import Glibc
import Testing

@testable import NoteFiles

@Suite("Those who listen to a watcher", .timeLimit(.minutes(2)))
struct WatchAudienceTests {
    @Test("follow a note through renames of its own and of folders above")
    func trail() async throws {
        let folder = try TemporaryFolder()
        folder.file("a/b/n.md")
        let watch = try await Watch(folder)
        let trail = watch.watcher.follow(NotePath("a/b/n.md"))
        let other = watch.watcher.follow(NotePath("a/b/m.md"))
        watch.rename("a/b/n.md", "a/b/m.md")
        try await watch.watcher.barrier()
        #expect(trail.take() == [.moved(to: NotePath("a/b/m.md"))])
        #expect(other.take() == [.created])
        watch.rename("a", "z")
        try folder.write("text", to: "z/b/m.md")
        try await watch.watcher.barrier()
        #expect(trail.take() == [.moved(to: NotePath("z/b/m.md"))])
        #expect(trail.path == NotePath("z/b/m.md"))
        try folder.write("more text", to: "z/b/m.md")
        try await watch.watcher.barrier()
        #expect(trail.take() == [.changed])
        watch.remove("z/b/m.md")
        try await watch.watcher.barrier()
        #expect(trail.take() == [.removed])
        #expect(other.take() == [.moved(to: NotePath("z/b/m.md")), .changed, .removed])
    }

    @Test("are told that they lost count when they do not listen")
    func lostCount() async throws {
        let folder = try TemporaryFolder()
        folder.file("n.md")
        let watch = try await Watch(folder)
        let trail = watch.watcher.follow(NotePath("n.md"))
        let batches = watch.watcher.batches(limit: 4)
        for number in 0..<70 {
            try folder.write("text \(number)", to: "n.md")
            try await watch.watcher.barrier()
        }
        #expect(trail.take().first == .uncertain)
        let first = try #require(batches.take().first)
        #expect(!first.isComplete)
    }

    @Test("end with the watcher, or with their task")
    func ends() async throws {
        let watch = try await Watch(TemporaryFolder())
        let trail = watch.watcher.follow(NotePath("n.md"))
        let listening = Task {
            var steps: [NoteTrail.Step] = []
            for await step in trail { steps.append(step) }
            return steps
        }
        watch.folder.file("n.md")
        try await watch.watcher.barrier()
        try await watch.end()
        #expect(await listening.value == [.created])
        let later = watch.watcher.follow(NotePath("n.md"))
        for await step in later { Issue.record("\(step) after the end") }
    }

    @Test("stop waiting when their task is cancelled")
    func cancelled() async throws {
        let watch = try await Watch(TemporaryFolder())
        let listening = Task { [batches = watch.watcher.batches()] in
            for await _ in batches {}
        }
        listening.cancel()
        await listening.value
        watch.folder.file("n.md")
        #expect(try await watch.changes() == [.created("n.md")])
    }

    @Test("of one folder share one watcher, and all of a process one inotify instance")
    func shared() async throws {
        let folder = try TemporaryFolder()
        folder.file("n.md")
        var shares: [SharedWatch] = []
        for _ in 0..<100 {
            shares.append(SharedWatch.watching(folder.vault, filter: "md", matching: isMarkdown))
        }
        #expect(shares.allSatisfy { $0.watcher === shares[0].watcher })
        let alone = SharedWatch.watching(folder.vault, isRecursive: false, filter: "md", matching: isMarkdown)
        #expect(alone.watcher !== shares[0].watcher)
        let (trail, other) = (
            shares[0].watcher.follow(NotePath("n.md")), alone.watcher.follow(NotePath("n.md"))
        )
        try await shares[0].watcher.barrier()
        try await alone.watcher.barrier()
        let instances = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").filter {
            let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")
            return target?.contains("inotify") ?? false
        }
        // Others of this test program that run at the same time have hubs of their own.
        #expect(!instances.isEmpty)
        try folder.write("text", to: "n.md")
        try await shares[99].watcher.barrier()
        try await alone.watcher.barrier()
        #expect(trail.take() == [.changed])
        #expect(other.take() == [.changed])
        let watcher = shares[0].watcher
        for share in shares { share.end() }
        await #expect(throws: FileError.self) { try await watcher.barrier() }
        try folder.write("more text", to: "n.md")
        try await alone.watcher.barrier()
        #expect(other.take() == [.changed])
        alone.end()
        let again = SharedWatch.watching(folder.vault, filter: "md", matching: isMarkdown)
        #expect(try await again.watcher.note(at: NotePath("n.md"))?.size == 9)
    }

    @Test("keep hundreds of trails apart")
    func manyTrails() async throws {
        let folder = try TemporaryFolder()
        for number in 0..<500 { folder.file("d/n\(number).md") }
        let watch = try await Watch(folder)
        let trails = (0..<500).map { watch.watcher.follow(NotePath("d/n\($0).md")) }
        watch.rename("d", "e")
        try await watch.watcher.barrier()
        for (number, trail) in trails.enumerated() {
            #expect(trail.take() == [.moved(to: NotePath("e/n\(number).md"))])
        }
        try folder.write("text", to: "e/n7.md")
        try await watch.watcher.barrier()
        for (number, trail) in trails.enumerated() {
            #expect(trail.take() == (number == 7 ? [.changed] : []))
        }
    }
}
