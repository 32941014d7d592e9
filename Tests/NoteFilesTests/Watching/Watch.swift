// SPDX-License-Identifier: MIT
// A watcher at work on a test's own vault.

import Glibc
import Testing

@testable import NoteFiles

/// A running watcher with its batches.
final class Watch: Sendable {
    let folder: TemporaryFolder
    let watcher: FolderWatcher
    let batches: FolderBatches
    private let task: Task<Void, any Error>

    /// Starts a watcher and returns when it has listed what is there.
    ///
    /// - Parameter calls: With them the clock stands still unless the test moves it: nothing settles, and
    ///   what happened is told when the test asks, however slow the machine is.
    init(
        _ folder: TemporaryFolder, settling: Duration = .milliseconds(50),
        calls: TestWatchCalls = TestWatchCalls(), files: any FileCalls = LinuxCalls(),
        isRecursive: Bool = true
    ) async throws {
        self.folder = folder
        let watcher = FolderWatcher(
            of: folder.vault, isRecursive: isRecursive, matching: isMarkdown, settling: settling,
            hub: WatchHub(calls: calls), calls: files)
        self.watcher = watcher
        batches = watcher.batches(limit: 10_000)
        task = Task { try await watcher.run() }
        try await watcher.barrier()
        _ = batches.take()
    }

    deinit { task.cancel() }

    /// Ends the watcher and returns when it has ended.
    func end() async throws {
        task.cancel()
        try await task.value
    }

    /// Every change since the last question, with all that happened before this one.
    func changes() async throws -> [FolderScan.Change] {
        try await watcher.barrier()
        return batches.take().flatMap(\.changes)
    }

    /// The paths of the notes, as they would be shown.
    func paths() async throws -> [String] { try await watcher.notes().map(\.path.description) }

    /// The list as a fresh look finds it.
    func pathsOnDisk() throws -> [String] { try FolderScan(of: folder.vault, matching: isMarkdown).paths }

    /// The path of a name in the vault, or beside it, which is there without the vault too.
    func path(_ name: String) -> String {
        let beside = name.hasPrefix("../")
        return (beside ? folder.path : folder.vault).appending(
            NotePath(String(name.dropFirst(beside ? 3 : 0)))
        )
        .description
    }

    func rename(_ from: String, _ to: String) {
        #expect(
            Glibc.rename(path(from), path(to)) == 0, "\(from) to \(to): \(String(cString: strerror(errno)))")
    }

    func remove(_ name: String) { #expect(Glibc.remove(path(name)) == 0, "\(name)") }
}

extension FolderScan.Change {
    static func created(_ path: String) -> Self { .created(NotePath(path)) }
    static func changed(_ path: String) -> Self { .changed(NotePath(path)) }
    static func removed(_ path: String) -> Self { .removed(NotePath(path)) }
    static func moved(_ from: String, _ to: String) -> Self { .moved(from: NotePath(from), to: NotePath(to)) }
}

/// Lets others work until a condition holds. A test that waits in vain is ended by its time limit.
func eventually(_ condition: () async throws -> Bool) async rethrows {
    while try await !condition() { await Task.yield() }
}
