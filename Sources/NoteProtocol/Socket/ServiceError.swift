// SPDX-License-Identifier: MIT
// Why the daemon cannot be had, in words a person can act on.

internal import Glibc
internal import NoteFiles

/// Why the daemon did not start, or could not be reached.
package struct ServiceError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The sort of failure. More may be added; a `switch` needs a `default`.
    package struct Code: Hashable, Sendable {
        private let word: String
        private init(_ word: String) { self.word = word }

        /// A daemon serves this socket already.
        package static let alreadyRunning = Code("already-running")
        /// The folder of the socket is not for this user alone.
        package static let unsafeFolder = Code("unsafe-folder")
        /// Something else is at the socket's path.
        package static let nameTaken = Code("name-taken")
        /// Nobody listens at the socket.
        package static let notRunning = Code("not-running")
        /// Somebody listens at the socket, and takes nobody at present.
        package static let occupied = Code("occupied")
        /// The configuration is wrong.
        package static let configuration = Code("configuration")
        /// A system call failed.
        package static let system = Code("system")
    }

    /// The sort of failure.
    package let code: Code
    /// A sentence.
    package let description: String

    package init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }

    /// A system call failed. See: `man 3 errno`.
    package static func system(_ what: String, call: String, _ answer: Int) -> ServiceError {
        ServiceError(.system, "\(what): \(String(cString: strerror(Int32(-answer)))) (\(call)).")
    }
}
