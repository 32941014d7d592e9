// SPDX-License-Identifier: MIT
// A lock between processes on a file that holds nothing else.

internal import Glibc
package import NoteFiles

/// A file of ours that processes lock, alone or together (`flock(2)`). Given back when this goes.
package struct FileLock: ~Copyable {
    package enum Kind {
        case shared
        case exclusive
        fileprivate var operation: Int32 { self == .shared ? LOCK_SH : LOCK_EX }
    }

    private let path: NotePath
    private let file: Int32

    /// Opens the file, and makes it where there is none; nothing is locked yet.
    package init(of path: NotePath) throws(StoreError) {
        file = try Self.opened(path)
        self.path = path
    }

    deinit { close(file) }

    private static func opened(_ path: NotePath) throws(StoreError) -> Int32 {
        try PrivateFile.demandOrdinary(path)
        let file = path.withCString {
            open($0, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
        }
        guard file >= 0 else { throw StoreError(path, call: "open", systemError: errno) }
        return file
    }

    /// Takes the lock, or another kind of it, if that can be had at once.
    package borrowing func takeIfFree(_ kind: Kind) throws(StoreError) -> Bool {
        while flock(file, kind.operation | LOCK_NB) != 0 {
            if errno == EWOULDBLOCK { return false }
            guard errno == EINTR else { throw StoreError(path, call: "flock", systemError: errno) }
        }
        return true
    }

    /// Takes the lock as soon as it can be had.
    ///
    /// - Parameter patience: How many milliseconds to wait.
    /// - Throws: `StoreError` with code `.busy` when others keep it.
    package borrowing func take(_ kind: Kind, patience: Int = Int(Database.patience)) throws(StoreError) {
        var (waited, pause) = (0, 1)
        while try !takeIfFree(kind) {
            guard waited < patience else {
                throw StoreError(.busy, path, "another program keeps it locked")
            }
            // Whoever holds it is done in a moment: nothing here is held for long.
            usleep(UInt32(pause) * 1000)
            waited += pause
            pause = min(pause * 2, 20)
        }
    }
}
