// SPDX-License-Identifier: MIT
// What a file system is called, and whether this machine alone writes to it.

/// A kind of file system, by its magic number: see `statfs(2)`.
package struct FileSystemKind: Hashable, Sendable {
    private let magic: Int

    package init(magic: Int) { self.magic = magic }

    /// Its name, for a person.
    package var name: String {
        Self.names[magic] ?? Self.sharedNames[magic] ?? "0x"
            + String(UInt32(truncatingIfNeeded: magic), radix: 16)
    }

    /// Whether changes are made elsewhere too, where inotify does not see them, and locks may not reach.
    package var isShared: Bool { Self.sharedNames[magic] != nil }

    private static let names: [Int: String] = [
        0xEF53: "ext2, ext3 or ext4", 0x5846_5342: "XFS", 0x9123_683E: "Btrfs", 0xF2F5_2010: "F2FS",
        0x0102_1994: "tmpfs", 0x2FC1_2FC1: "ZFS", 0xCA45_1A4E: "bcachefs", 0x4D44: "FAT",
        0x2011_BAB0: "exFAT",
        0x7366_746E: "NTFS", 0x794C_7630: "overlayfs", 0xF15F: "eCryptfs", 0x482B: "HFS+",
        0x7371_7368: "SquashFS",
        0x9660: "ISO 9660", 0xE0F5_E1E2: "EROFS", 0x8584_58F6: "ramfs",
    ]
    private static let sharedNames: [Int: String] = [
        0x6969: "NFS", 0x517B: "SMB", 0xFE53_4D42: "SMB2", 0xFF53_4D42: "CIFS",
        0x6573_5546: "FUSE or virtiofs",
        0x0102_1997: "9p", 0x5346_414F: "AFS", 0x6B41_4653: "AFS", 0x00C3_6400: "Ceph", 0x7375_7245: "Coda",
        0x564C: "NCP", 0x786F_4256: "VirtualBox shared folder", 0xBACB_ACBC: "VMware shared folder",
        0x7461_636F: "OCFS2", 0x0116_1970: "GFS2", 0x0BD0_0BD0: "Lustre", 0x4750_4653: "GPFS",
    ]
}
