// SPDX-License-Identifier: MIT
// The smallest thing that a power cut decides about.

import NoteFiles

/// Something in the log that may survive a power cut or not.
struct CrashChoice: Sendable {
    enum Subject: Sendable {
        /// A step that survives whole or not at all.
        case whole(Effect)
        /// One sector of a write.
        case sector(Int, offset: Int, bytes: [UInt8], grows: Bool)
    }

    /// Where in the log the step is.
    let position: Int
    let subject: Subject
    /// In whose journal it is; nil for bytes, which are in none.
    let journal: UInt64?
    /// It was synced, so it is there.
    let isForced: Bool

    /// How many outcomes there are: a sector of a growing file may be missing, zero or there.
    var outcomes: Int {
        if isForced { return 1 }
        if case .sector(_, _, _, true) = subject { return 3 }
        return 2
    }

    /// Does to the image what survived. The last outcome is that all of it did.
    func apply(outcome: Int, to image: inout DiskImage) {
        switch subject {
        case .whole(let effect):
            if isForced || outcome == 1 { image.apply(effect) }
        case .sector(let inode, let offset, let bytes, let grows):
            let isThere = isForced || outcome == outcomes - 1
            if isThere {
                image.write(bytes[...], to: inode, at: offset, mayGrow: grows)
            } else if grows, outcome == 1 {
                let size = image[inode].bytes.count
                image.resize(inode, to: max(size, offset + bytes.count))
            }
        }
    }
}
