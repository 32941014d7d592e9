// SPDX-License-Identifier: MIT
// Where answers go, whole or not at all.

internal import CNoteLinux
internal import Glibc

/// The program's standard output.
enum StandardOutput {
    /// Writes text; see `write(_:)` for bytes.
    static func write(_ text: String, then code: ExitCode = .fine) -> ExitCode {
        write(Array(text.utf8), then: code)
    }

    /// Writes bytes and answers how the program should end: with `code` when they all went out.
    ///
    /// A reader that went away ends the program in silence, as it ends any other (`SIGPIPE`). Where
    /// the output cannot be written for another reason, a sentence says so.
    ///
    /// - Parameter done: What has been done by then, told on the standard error in either case.
    static func write(_ bytes: [UInt8], then code: ExitCode = .fine, done: String? = nil) -> ExitCode {
        let failure = writeAll(bytes, to: STDOUT_FILENO)
        guard failure != 0 else { return code }
        if failure != EPIPE {
            StandardError.write(
                "notekit: the answer was not written to the standard output: "
                    + "\(String(cString: strerror(failure))).\n")
        }
        if let done { StandardError.write("notekit: \(done)\n") }
        if failure == EPIPE { Signals.end(by: SIGPIPE) }
        return .usage
    }

    /// Writes bytes and tells nobody how that ended but the caller: the error number, or zero.
    static func put(_ bytes: [UInt8], to file: Int32 = STDOUT_FILENO) -> Int32 { writeAll(bytes, to: file) }
}

/// The standard output for an answer that is told piece by piece.
struct OutputStream {
    /// Thrown when nothing more can be told; the reason went to the standard error.
    struct Broken: Error {}

    private var pending: [UInt8] = []

    /// Writes bytes, now or with what follows.
    mutating func write(_ bytes: some Sequence<UInt8>) throws(Broken) {
        pending += bytes
        if pending.count >= 65_536 { try flush() }
    }

    /// Writes what is still here.
    mutating func flush() throws(Broken) {
        guard StandardOutput.write(pending) == .fine else { throw Broken() }
        pending.removeAll(keepingCapacity: true)
    }
}

/// The program's standard error.
enum StandardError {
    /// Writes text. When nobody can be told, nobody is.
    static func write(_ text: String) { _ = writeAll(Array(text.utf8), to: STDERR_FILENO) }
}

/// `write(2)` until all is written; the error number, or zero.
private func writeAll(_ bytes: [UInt8], to file: Int32) -> Int32 {
    bytes.withUnsafeBytes { buffer in
        var rest = buffer[...]
        while !rest.isEmpty {
            let count = write(file, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if errno == EAGAIN {
                // Somebody who shares the file has set it so; see poll(2).
                var ready = pollfd(fd: file, events: Int16(POLLOUT), revents: 0)
                _ = poll(&ready, 1, -1)
            } else if errno != EINTR {
                return errno
            }
        }
        return 0
    }
}
