// SPDX-License-Identifier: MIT
// Where the answers of the daemon's program go.

internal import Glibc

/// The standard output.
enum StandardOutput {
    /// Writes bytes, and answers whether all of them went out.
    ///
    /// System calls: `write(2)`.
    static func write(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
            guard count > 0 || errno == EINTR else { return false }
            rest = rest.dropFirst(max(0, count))
        }
        return true
    }
}
