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
            devices.withLock { $0[device] = Self.blindKinds.contains(kind) }
        }
        return hub.add(directory, for: inbox)
    }

    /// Whether changes on a file system are made elsewhere too, where inotify does not see them.
    func isBlind(_ identity: FileFacts.Identity) -> Bool {
        devices.withLock { $0[identity.device] ?? false }
    }

    /// Magic numbers of statfs(2): NFS, SMB, SMB2, CIFS, FUSE (and virtiofs), 9p, AFS (two), Ceph, Coda,
    /// NCP, shared folders of VirtualBox and VMware, OCFS2, GFS2, Lustre, GPFS.
    private static let blindKinds: Set<Int> = [
        0x6969, 0x517B, 0xFE53_4D42, 0xFF53_4D42, 0x6573_5546, 0x0102_1997, 0x5346_414F, 0x6B41_4653,
        0x00C3_6400, 0x7375_7245, 0x564C, 0x786F_4256, 0xBACB_ACBC, 0x7461_636F, 0x0116_1970, 0x0BD0_0BD0,
        0x4750_4653,
    ]
}
