// SPDX-License-Identifier: MIT
// Text that another program hands over.

internal import Glibc

/// The program's standard input.
enum StandardInput {
    /// A failure to read it.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// Every byte until the end.
    static func readAll() throws(Failure) -> [UInt8] {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = read(STDIN_FILENO, &buffer, buffer.count)
            if count == 0 { return bytes }
            if count > 0 {
                bytes += buffer[..<count]
            } else if errno != EINTR {
                throw Failure(
                    description:
                        "The text was not read from the standard input: \(String(cString: strerror(errno))).")
            }
        }
    }
}
