// SPDX-License-Identifier: MIT
// When an unmoved change time proves that nothing of a file moved.

/// Says of files whether the change time alone proves that nothing moved.
///
/// The kernel sets the change time (`st_ctime`) with every change of content, properties and extended
/// attributes, and no program can set it back. But it ticks in steps of milliseconds, and what a
/// network or user-space file system answers is its own affair. So it is believed on the local file
/// systems of Linux, for a file whose last change was well over before the time in question began.
package struct ChangeTimeTrust: Sendable {
    private let device: UInt64?
    private let latest: FileTime

    /// - Parameters:
    ///   - scan: A scan taken after `start`.
    ///   - root: The descriptor of its root.
    ///   - start: When the time in question began.
    package init(in scan: FolderScan, root: borrowing OpenFile, since start: FileTime, calls: any FileCalls) {
        let isKnown = Self.localFileSystems.contains(calls.filesystemKind(root.number))
        device = isKnown ? scan.rootFacts?.identity.device : nil
        latest = FileTime(seconds: start.seconds - 2, nanoseconds: start.nanoseconds)
    }

    /// Whether these two readings of a file prove that nothing of it moved between them.
    package func proves(_ old: FileFacts, sameAs new: FileFacts) -> Bool {
        old.changed == new.changed && old.identity == new.identity && old.identity.device == device
            && old.changed < latest
    }

    /// Magic numbers of statfs(2): ext2 to ext4, XFS, Btrfs, F2FS, tmpfs, ZFS, bcachefs.
    private static let localFileSystems: Set<Int> = [
        0xEF53, 0x5846_5342, 0x9123_683E, 0xF2F5_2010, 0x0102_1994, 0x2FC1_2FC1, 0xCA45_1A4E,
    ]
}
