// SPDX-License-Identifier: MIT
// How a failure that nobody foresaw is found in the log by whoever was told of it.

internal import Glibc
internal import Synchronization

/// The failures of this process that are its own, counted.
enum InternalFailures {
    private static let count = Atomic(0)

    /// Logs a failure, once, under a number that no other one of this machine's log has.
    ///
    /// - Parameters:
    ///   - error: What was not foreseen. Any other error is answered as it is, and is not logged.
    ///   - method: What was asked for.
    ///   - client: Who asked, for the log.
    /// - Returns: The error with that number, for the answer.
    static func logged(
        _ error: ProtocolError, of method: String, for client: String, _ log: ServiceLog
    ) -> ProtocolError {
        guard error.code == .internalError else { return error }
        let number = "\(getpid())-\(count.add(1, ordering: .relaxed).newValue)"
        log.error("Failure \(number): '\(method)' of \(client) failed: \(error.description)")
        var numbered = ProtocolError(
            .internalError, "\(error.description) The log has it as failure \(number).")
        numbered.failure = number
        return numbered
    }
}
