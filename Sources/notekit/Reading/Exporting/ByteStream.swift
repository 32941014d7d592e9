// SPDX-License-Identifier: MIT
// How bytes go where no file can be put in one step.

internal import Glibc
internal import NoteKit

/// The standard output, devices and pipes.
enum ByteStream {
    /// Why bytes did not go out.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// Writes to a device or a pipe.
    ///
    /// System calls: `open(2)`, `fstat(2)`, `write(2)`.
    static func write(_ bytes: [UInt8], to path: NotePath) throws(Failure) {
        let file = path.withCString { open($0, O_WRONLY | O_CLOEXEC) }
        guard file >= 0 else { throw failure(errno, at: "'\(path)'") }
        defer { _ = close(file) }
        var facts = stat()
        // A file that took the name meanwhile would be overwritten where it is.
        guard fstat(file, &facts) == 0, facts.st_mode & S_IFMT != S_IFREG else {
            throw Failure(description: "'\(path)' is no device and no pipe any more; nothing was written.")
        }
        let number = StandardOutput.put(bytes, to: file)
        guard number == 0 else { throw failure(number, at: "'\(path)'") }
    }

    /// Writes to the standard output. A reader that went away ends the program in silence, as it ends any other.
    static func writeToOutput(_ bytes: [UInt8]) throws(Failure) {
        let number = StandardOutput.put(bytes)
        if number == EPIPE { Signals.end(by: SIGPIPE) }
        guard number == 0 else { throw failure(number, at: "the standard output") }
    }

    private static func failure(_ number: Int32, at place: String) -> Failure {
        Failure(description: "\(place) could not be written: \(String(cString: strerror(number))).")
    }
}
