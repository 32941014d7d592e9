// SPDX-License-Identifier: MIT
// How the files of a scan are opened for reading, one after the other.

internal import CNoteLinux
internal import Glibc

/// Opens files of a scan relative to their open folders. Each worker has one of its own.
package struct FileDoor: ~Copyable {
    private let scan: FolderScan
    private let calls: any FileCalls
    private var folders: FolderDoor

    /// - Parameters:
    ///   - scan: The scan whose files are to be opened.
    ///   - root: The descriptor of its root, opened by `FolderScan.open`, which stays open as long as the
    ///     door is used.
    package init(of scan: FolderScan, root: Int32, calls: any FileCalls) {
        self.scan = scan
        self.calls = calls
        folders = FolderDoor(root: root, calls: calls)
    }

    /// Whether the last file was opened so that reading it leaves its access time alone.
    package private(set) var isQuiet = false

    /// Opens a file for reading. A file is not opened through a link that has taken its name.
    ///
    /// System calls: `openat(2)`, without waiting for a pipe.
    ///
    /// - Returns: A descriptor that the caller closes, or the negative error number.
    package mutating func open(_ index: Int) -> Int32 {
        let place = scan.tree.places[index]
        let folder = folders.open(place.folder, in: scan.tree, listing: false)
        guard folder >= 0 else { return folder }
        let calls = calls
        var quiet = true
        let number = scan.tree.withFile(at: place) { file, name in
            let flags = O_RDONLY | O_NONBLOCK | cn_O_CLOEXEC | (file.isLink ? 0 : cn_O_NOFOLLOW)
            // SAFETY: the name of a file is never empty, and a zero follows it.
            let start = UnsafeRawPointer(name.baseAddress.unsafelyUnwrapped).assumingMemoryBound(
                to: CChar.self)
            var number = calls.openat(folder, start, flags | cn_O_NOATIME, 0)
            if number == -EPERM {
                quiet = false
                number = calls.openat(folder, start, flags, 0)
            }
            // Somebody holds a write lease, as a file server does: it is no pipe, so wait for it.
            guard number == -EWOULDBLOCK else { return number }
            return calls.openat(folder, start, flags & ~O_NONBLOCK | (quiet ? cn_O_NOATIME : 0), 0)
        }
        isQuiet = quiet
        return number
    }
}
