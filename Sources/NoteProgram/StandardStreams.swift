// SPDX-License-Identifier: MIT
// What becomes of streams that were closed when the program started.

internal import CNoteLinux
internal import Glibc

/// The numbers 0, 1 and 2.
package enum StandardStreams {
    /// Puts something that can be neither read nor written in the place of each closed stream, so that
    /// no note gets its number and then what is meant for a person.
    ///
    /// System calls: `open(2)` with `O_PATH`.
    package static func occupy() {
        while true {
            let file = open("/", cn_O_PATH)
            guard file > STDERR_FILENO else {
                if file < 0 { return }
                continue
            }
            // With sockets of systemd behind them it is another number than 3.
            _ = close(file)
            return
        }
    }
}
