// SPDX-License-Identifier: MIT
// A program that is given bytes, whose output nobody wants, and that must end in time.

internal import Glibc

/// A program to run. It has nothing of this process but its rights, its group and its folder: no files, since all
/// of ours close with `execve(2)`, no variables but those given, no blocked or ignored signals.
struct TrialProcess {
    /// How it ended.
    enum End: Equatable {
        case exited(Int32)
        case killed(Int32)
        /// It was ended when its time was over.
        case late
        /// It was not started, or somebody else waited for it.
        case unknown
    }

    /// The path of the program and its arguments.
    let words: [String]
    /// As `NAME=VALUE`.
    let environment: [String]

    /// Runs it with bytes on its standard input. When this returns there is no such process any more.
    ///
    /// System calls: `socketpair(2)`, `posix_spawn(3)`, `poll(2)`, `send(2)`, `shutdown(2)`, `kill(2)`,
    /// `waitpid(2)`.
    func run(input: [UInt8], patience: Duration) -> End {
        let deadline = ContinuousClock.now + patience
        var ends: [Int32] = [-1, -1]
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { return .unknown }
        defer { close(ends[0]) }
        let process = start(with: ends[1])
        close(ends[1])
        guard let process else { return .unknown }
        let isLate = !feed(input, to: ends[0], until: deadline)
        if isLate { kill(process, SIGKILL) }
        var status: Int32 = 0
        var answer: pid_t
        repeat { answer = waitpid(process, &status, 0) } while answer < 0 && errno == EINTR
        guard answer == process else { return .unknown }
        if isLate { return .late }
        // WIFEXITED, WEXITSTATUS and WTERMSIG are macros, see wait(2).
        return status & 0x7F == 0 ? .exited(status >> 8 & 0xFF) : .killed(status & 0x7F)
    }

    private func start(with end: Int32) -> pid_t? {
        var actions = posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
        guard posix_spawn_file_actions_init(&actions) == 0 else { return nil }
        defer { posix_spawn_file_actions_destroy(&actions) }
        guard posix_spawnattr_init(&attributes) == 0 else { return nil }
        defer { posix_spawnattr_destroy(&attributes) }
        // Number 3 is the same end once more, of which the program knows nothing: it is closed when the
        // process is gone, and no sooner.
        posix_spawn_file_actions_adddup2(&actions, end, 0)
        posix_spawn_file_actions_adddup2(&actions, end, 3)
        posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
        let arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        let variables: [UnsafeMutablePointer<CChar>?] = environment.map { strdup($0) } + [nil]
        defer { for variable in variables { free(variable) } }
        var process = pid_t()
        guard posix_spawn(&process, words[0], &actions, &attributes, arguments, variables) == 0 else {
            return nil
        }
        return process
    }

    /// Writes the bytes, then waits until the other end is gone; false when that takes too long.
    private func feed(_ input: [UInt8], to end: Int32, until deadline: ContinuousClock.Instant) -> Bool {
        var sent = 0
        if input.isEmpty { shutdown(end, Int32(SHUT_WR)) }
        while true {
            let left = ContinuousClock.now.duration(to: deadline)
            guard left > .zero else { return false }
            let milliseconds = min(left / .milliseconds(1), 3_600_000).rounded(.up)
            var file = pollfd(fd: end, events: sent < input.count ? Int16(POLLOUT) : 0, revents: 0)
            let count = poll(&file, 1, Int32(milliseconds))
            guard count > 0 else {
                if count < 0, errno != EINTR, errno != EAGAIN { return false }
                continue
            }
            if file.revents & Int16(POLLHUP | POLLERR | POLLNVAL) != 0 { return true }
            let put = input.withUnsafeBytes { bytes in
                let rest = bytes[sent...]
                return send(
                    end, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count,
                    Int32(MSG_NOSIGNAL | MSG_DONTWAIT))
            }
            // What it does not take is told by the next poll.
            if put > 0 { sent += put }
            if sent == input.count { shutdown(end, Int32(SHUT_WR)) }
        }
    }
}
