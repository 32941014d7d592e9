// SPDX-License-Identifier: MIT
// How a folder is watched before it is listed, and where inotify does not see all.

internal import Synchronization

/// Sets watches for one watcher, from whichever thread lists a folder.
final class FolderScout: Sendable {
    private let hub: WatchHub
    private let inbox: WatchInbox
    private let calls: any FileCalls
    private let devices = Mutex<[UInt64: Bool]>([:])

    init(hub: WatchHub, inbox: WatchInbox, calls: any FileCalls) {
        self.hub = hub
        self.inbox = inbox
        self.calls = calls
    }

    /// Watches an open folder. Answers the watch or the negative error number.
    func watch(_ directory: Int32, _ facts: FileFacts) -> Int32 {
        let device = facts.identity.device
        let isKnown = devices.withLock { $0[device] != nil }
        if !isKnown {
            let kind = calls.filesystemKind(directory)
            devices.withLock { $0[device] = FileSystemKind(magic: kind).isShared }
        }
        return hub.add(directory, for: inbox)
    }

    /// Whether changes on a file system are made elsewhere too, where inotify does not see them.
    func isBlind(_ identity: FileFacts.Identity) -> Bool {
        devices.withLock { $0[identity.device] ?? false }
    }
}
