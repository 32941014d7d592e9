// SPDX-License-Identifier: MIT
// Text that another program hands over.

internal import Glibc
internal import NoteKit
internal import NoteProgram

/// The program's standard input.
enum StandardInput {
    /// A failure to read it.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// Every byte until the end, piece by piece.
    ///
    /// - Parameter limit: A text of more bytes is refused; no note could hold it.
    static func readAll(
        from file: Int32 = STDIN_FILENO, upTo limit: Int = NoteDisk.largestNote
    ) throws(Failure) -> [UInt8] {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = read(file, &buffer, buffer.count)
            if count == 0 { return bytes }
            guard count <= limit - bytes.count else {
                throw Failure(
                    description: "The text from the standard input is longer than "
                        + "\(Count.of(limit, "byte")). Nothing was written.")
            }
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
