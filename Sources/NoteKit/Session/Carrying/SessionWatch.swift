// SPDX-License-Identifier: MIT
// How a session hears that its file may have changed.

internal import NoteFiles
internal import Synchronization

/// The part of a folder's watcher that one session listens to.
///
/// A note in a vault shares the watcher of the vault; any other note gets one of its own folder alone, so
/// that a note in the home folder does not watch all of it.
final class SessionWatch: Sendable {
    private let root: NotePath
    private let shared: SharedWatch
    private let trail: NoteTrail
    private let listening = Mutex<Task<Void, Never>?>(nil)

    /// - Parameter vault: A vault that is watched anyway; nil where none is.
    /// - Throws: `FileError` when the note's folder cannot be found.
    init(_ note: NotePath, in vault: NotePath? = nil) throws(FileError) {
        let place = try NotePlace(of: note)
        let file = place.vault.appending(place.path)
        if let vault, NoteName.isNote(place.path), let path = Self.path(of: file, below: vault) {
            (root, shared) = (vault, NotesFolder.sharedWatcher(of: vault))
            trail = shared.watcher.follow(path)
        } else if place.isInVault, NoteName.isNote(place.path) {
            (root, shared) = (place.vault, NotesFolder.sharedWatcher(of: place.vault))
            trail = shared.watcher.follow(place.path)
        } else {
            root = file.folder
            shared = .watching(root, isRecursive: false, filter: "all", matching: { _ in true })
            trail = shared.watcher.follow(place.path.name)
        }
    }

    /// The path of a file below a folder; nil where it is not there, or hidden, so that nobody watches it.
    private static func path(of file: NotePath, below folder: NotePath) -> NotePath? {
        let start = folder.bytes + [UInt8(ascii: "/")]
        guard file.bytes.starts(with: start) else { return nil }
        let path = file.bytes.dropFirst(start.count)
        let isHidden = path.split(separator: UInt8(ascii: "/")).contains { $0.first == UInt8(ascii: ".") }
        return isHidden ? nil : NotePath(bytes: Array(path))
    }

    /// Where the note is now.
    var path: NotePath { root.appending(trail.path) }

    /// Calls `saw` whenever something has happened to the note, one call after the other, until `end`.
    ///
    /// - Parameter tasks: Where the calls run; nil for the threads that Swift takes by default.
    func start(on tasks: (any TaskExecutor)?, _ saw: @escaping @Sendable () async -> Void) {
        let trail = trail
        let task = Task(executorPreference: tasks) {
            for await _ in trail { await saw() }
        }
        listening.withLock { $0 = task }
    }

    /// Waits until `path` is where the note was at the call, or later.
    func barrier() async throws(FileError) { try await shared.watcher.barrier() }

    func end() async {
        trail.end()
        await listening.withLock { $0 }?.value
        // It may wait for a thread to end.
        await DiskLanes.shared.run { [shared] in shared.end() }
    }
}
