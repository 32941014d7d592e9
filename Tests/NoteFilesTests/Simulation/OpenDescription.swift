// SPDX-License-Identifier: MIT
// One open descriptor of a simulated disk.

import NoteFiles

/// What a descriptor stands for.
struct OpenDescription: Sendable {
    var inode: Int
    var canRead: Bool
    var canWrite: Bool
    /// Opened with `O_PATH`: a place, not content.
    var isPlace: Bool

    var lease: LeaseKind?
    /// Somebody wanted in while the lease was held.
    var leaseIsBreaking = false
    var isLocked = false

    /// What `getdents64` still has to hand out; nil before its first call.
    var listing: [(name: NotePath, inode: Int)]?
}
