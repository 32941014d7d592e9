// SPDX-License-Identifier: MIT
// The same program again, as the other side of a race.

internal import Glibc

/// A second process of this program.
struct Companion {
    private let process: pid_t

    /// Starts this program with other arguments. Descriptors without close-on-exec are inherited.
    init(arguments: [String]) throws(RigFailure) {
        var words: [UnsafeMutablePointer<CChar>?] = (["notekit-rig"] + arguments).map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        var process: pid_t = 0
        let result = posix_spawn(&process, "/proc/self/exe", nil, nil, &words, environ)
        guard result == 0 else { throw RigFailure("posix_spawn: \(result)") }
        self.process = process
    }

    /// Waits for the end; throws unless it ended well.
    func finish() throws(RigFailure) {
        var status: Int32 = 0
        guard waitpid(process, &status, 0) == process, status == 0 else {
            throw RigFailure("the other process ended with status \(status)")
        }
    }
}
