// SPDX-License-Identifier: MIT
// More folders than watches: named at once, and changes are found all the same.

internal import Glibc
internal import NoteFiles
internal import Synchronization

/// A limit of a few watches, which is lifted at the end.
struct WatchLimit {
    let folder: String
    let limit: Int

    init(_ arguments: Arguments) throws(RigFailure) {
        folder = try arguments.text("folder")
        limit = try arguments.number("limit", else: 10)
    }

    func run() async throws(RigFailure) -> Bool {
        try OutsideFile.makeFolder(folder)
        let folders = 100
        for number in 0..<folders { try OutsideFile.makeFolder(folder + "/f\(number)") }
        let room = Room(limit)
        var calls = HookedWatchCalls()
        calls.beforeAdding = { room.take() ? nil : -ENOSPC }
        let watcher = FolderWatcher(
            of: NotePath(folder), matching: WatchedVault.isNote, hub: WatchHub(calls: calls))
        let batches = watcher.batches(limit: 1_000_000)
        let start = Clock.now
        let task = Task { try await watcher.run() }
        defer { task.cancel() }
        func wait(_ condition: () -> Bool) -> UInt64 {
            let start = Clock.now
            while !condition(), Clock.now - start < 20_000_000_000 { usleep(1000) }
            return (Clock.now - start) / 1_000_000
        }
        do {
            _ = wait { watcher.degraded.contains { $0.reason == .watchLimit } }
            let named = (Clock.now - start) / 1_000_000
            let isNamed = watcher.degraded.first?.detail.contains("fs.inotify.max_user_watches") ?? false
            var list = ToldList(try await watcher.notes())
            for number in 0..<folders {
                guard OutsideTree.write("x", to: folder + "/f\(number)/n.md") else {
                    throw RigFailure("no note")
                }
            }
            var fault: String?
            let found = wait {
                for batch in batches.take() { fault = fault ?? list.take(batch) }
                return list.paths.count == folders
            }
            room.lift()
            let cleared = wait { watcher.degraded.isEmpty }
            say(
                "\(limit) watches for \(folders + 1) folders: named after \(named) ms, \(list.paths.count) of "
                    + "\(folders) changes found after \(found) ms, cleared \(cleared) ms after it was lifted; "
                    + "\(Place(folder))")
            return isNamed && fault == nil && named < 1000 && list.paths.count == folders
                && watcher.degraded.isEmpty
        } catch {
            throw RigFailure("\(error)")
        }
    }

    private final class Room: Sendable {
        private let left: Atomic<Int>
        init(_ count: Int) { left = Atomic(count) }
        func take() -> Bool { left.wrappingSubtract(1, ordering: .relaxed).oldValue > 0 }
        func lift() { left.store(1 << 30, ordering: .relaxed) }
    }
}
