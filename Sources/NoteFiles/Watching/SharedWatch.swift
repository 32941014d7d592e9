// SPDX-License-Identifier: MIT
// One watcher for all who look at one folder.

internal import Glibc
internal import Synchronization

/// A share in a watcher. It runs from the first share on, until the last is given back.
public final class SharedWatch: Sendable {
    /// The watcher. It runs.
    public let watcher: FolderWatcher
    private let key: Key
    private let hasEnded = Atomic(false)

    fileprivate struct Key: Hashable {
        let root: NotePath
        let isRecursive: Bool
        let filter: String
    }

    private struct Entry {
        let watcher: FolderWatcher
        let thread: pthread_t?
        var shares: Int
    }

    private static let entries = Mutex<[Key: Entry]>([:])

    fileprivate init(watcher: FolderWatcher, key: Key) {
        self.watcher = watcher
        self.key = key
    }

    deinit { end() }

    /// Gives the share back. With the last one the watcher's thread ends, and has ended on return.
    public func end() {
        guard hasEnded.compareExchange(expected: false, desired: true, ordering: .relaxed).exchanged else {
            return
        }
        let last = Self.entries.withLock { entries -> Entry? in
            guard var entry = entries[key], entry.watcher === watcher else { return nil }
            entry.shares -= 1
            entries[key] = entry.shares == 0 ? nil : entry
            return entry.shares == 0 ? entry : nil
        }
        guard let last else { return }
        last.watcher.stop()
        if let thread = last.thread { pthread_join(thread, nil) }
    }

    /// A share in the watcher of a folder, which is started for the first one.
    ///
    /// - Parameters:
    ///   - root: A folder, by a path from the root of the file system: shares of one path are shares of one
    ///     watcher.
    ///   - isRecursive: Whether folders in it are watched too.
    ///   - filter: A name for `matches`: shares with other names are in other watchers.
    ///   - matches: Whether to list a file of a name.
    public static func watching(
        _ root: NotePath, isRecursive: Bool = true, filter: String,
        matching matches: @escaping @Sendable (UnsafeRawBufferPointer) -> Bool
    ) -> SharedWatch {
        let key = Key(root: root, isRecursive: isRecursive, filter: filter)
        return entries.withLock { entries in
            if var entry = entries[key], !entry.watcher.hasEnded {
                entry.shares += 1
                entries[key] = entry
                return SharedWatch(watcher: entry.watcher, key: key)
            }
            let watcher = FolderWatcher(of: root, isRecursive: isRecursive, matching: matches)
            entries[key] = Entry(watcher: watcher, thread: watcher.start(), shares: 1)
            return SharedWatch(watcher: watcher, key: key)
        }
    }
}
