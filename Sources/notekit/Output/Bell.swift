// SPDX-License-Identifier: MIT
// How a thread that waits for input is woken for something else.

internal import CNoteLinux
internal import Glibc

/// Something to listen to besides the input, see eventfd(2). It lives as long as the program.
struct Bell: Sendable {
    /// The file that can be read once the bell was rung.
    let file: Int32

    /// Nil where the process may open no more files.
    init?() {
        let number = cn_eventfd()
        guard number >= 0 else { return nil }
        file = Int32(truncatingIfNeeded: number)
    }

    /// Rings, from any thread.
    func ring() {
        var one: UInt64 = 1
        // It fails where the bell was rung 2^64 times, and then it is heard too.
        _ = Glibc.write(file, &one, 8)
    }

    /// Waits until the bell was rung, or a file can be read, or it would not be worth the time.
    ///
    /// - Parameters:
    ///   - input: The file; nil for the bell alone.
    ///   - milliseconds: How long at most; -1 for any time.
    /// - Returns: Whether the file can be read, or has ended, or never will.
    func wait(orFor input: Int32? = nil, milliseconds: Int32 = -1) -> Bool {
        // A negative number is passed over.
        var files = [
            pollfd(fd: file, events: Int16(POLLIN), revents: 0),
            pollfd(fd: input ?? -1, events: Int16(POLLIN), revents: 0),
        ]
        guard poll(&files, 2, milliseconds) > 0 else { return false }
        if files[0].revents != 0 {
            var count: UInt64 = 0
            _ = read(file, &count, 8)
        }
        return files[1].revents != 0
    }
}
