// SPDX-License-Identifier: MIT
// What the kernel says happened in a folder: where to look, never what is there.

internal import CNoteLinux

/// One event of inotify(7).
struct WatchHint: Sendable {
    /// The watch of the folder.
    let watch: Int32
    /// What happened, as bits.
    let mask: UInt32
    /// The same number for the two halves of a rename.
    let cookie: UInt32
    /// The name in the folder; empty where it is about the folder itself.
    let name: [UInt8]

    func has(_ bits: Int32) -> Bool { mask & UInt32(bitPattern: bits) != 0 }

    /// Everything that can change a name, the bytes or the facts behind one, or the folder itself.
    static let mask =
        UInt32(
            bitPattern: IN_MODIFY | IN_ATTRIB | IN_CLOSE_WRITE | IN_CREATE | IN_DELETE | IN_MOVED_FROM
                | IN_MOVED_TO | IN_DELETE_SELF | IN_MOVE_SELF) | UInt32(IN_ONLYDIR) | UInt32(IN_EXCL_UNLINK)

    /// How many bytes an event takes at most: its head, and a name of 255 bytes and a zero.
    static let longest = 16 + 256

    /// Calls `body` with each event in a buffer that the kernel filled.
    static func forEach(in buffer: UnsafeRawBufferPointer, _ body: (WatchHint) -> Void) {
        // struct inotify_event: watch (4 bytes), mask (4), cookie (4), length (4), name.
        var start = 0
        while start + 16 <= buffer.count {
            let length = Int(buffer.loadUnaligned(fromByteOffset: start + 12, as: UInt32.self))
            guard start + 16 + length <= buffer.count else { return }
            let field = buffer[start + 16..<start + 16 + length]
            let mask = buffer.loadUnaligned(fromByteOffset: start + 4, as: UInt32.self)
            // Of a hidden name only the other half of its move can matter.
            let isHidden = length > 0 && field[start + 16] == UInt8(ascii: ".")
            if !isHidden || mask & UInt32(bitPattern: IN_MOVED_FROM | IN_MOVED_TO) != 0 {
                body(
                    WatchHint(
                        watch: buffer.loadUnaligned(fromByteOffset: start, as: Int32.self), mask: mask,
                        cookie: buffer.loadUnaligned(fromByteOffset: start + 8, as: UInt32.self),
                        name: Array(field.prefix { $0 != 0 })))
            }
            start += 16 + length
        }
    }
}
