// SPDX-License-Identifier: MIT
// Proof that nobody has a file open for writing.

internal import Glibc

/// A held lease of `fcntl(2)`.
///
/// While it is held, a program that wants to write waits in its `open(2)`. So it is held for
/// microseconds, on one thread, and given back before anything that can wait.
package struct FileLease: ~Copyable {
    private let file: Int32
    private let kind: LeaseKind
    private let signalsBefore: Int32
    private let calls: any FileCalls
    private var isHeld = true

    private init(file: Int32, kind: LeaseKind, signalsBefore: Int32, calls: any FileCalls) {
        self.file = file
        self.kind = kind
        self.signalsBefore = signalsBefore
        self.calls = calls
    }

    /// What came of asking for a lease.
    package enum Attempt: ~Copyable {
        /// Granted.
        case held(FileLease)
        /// Another program has the file open in a way that conflicts.
        case refused
        /// The file system, or the owner of the file, allows no lease.
        case unavailable
    }

    /// Asks for a lease. A read lease wants a descriptor that is open for reading only.
    package static func take(
        _ kind: LeaseKind, on file: borrowing OpenFile, calls: any FileCalls
    ) -> Attempt {
        let result = calls.takeLease(file.number, kind)
        if result >= 0 {
            return .held(
                FileLease(file: file.number, kind: kind, signalsBefore: result, calls: calls))
        }
        return result == -EAGAIN ? .refused : .unavailable
    }

    /// Whether no program waits to get in.
    package var isUnbroken: Bool { calls.leaseIsUnbroken(file, kind) }

    /// Gives the lease back.
    package consuming func release() {
        isHeld = false
        calls.releaseLease(file, signalsBefore)
    }

    deinit {
        if isHeld { calls.releaseLease(file, signalsBefore) }
    }
}
