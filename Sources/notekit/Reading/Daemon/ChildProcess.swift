// SPDX-License-Identifier: MIT
// How another program is started.

internal import CNoteLinux
internal import Glibc

/// A program that this one started.
struct ChildProcess {
    /// Why there is none.
    struct Failure: Error, CustomStringConvertible {
        let number: Int32
        var description: String { String(cString: strerror(number)) }
    }

    let number: pid_t
    /// Where what it complains of can be read; -1 where that goes where ours goes.
    let errors: Int32

    /// Starts a program that is found as a shell finds it.
    ///
    /// System calls: `posix_spawn(3)`, `pipe(2)`.
    ///
    /// - Parameters:
    ///   - words: The program and its arguments.
    ///   - isDaemon: It has a session of its own, and its complaints go to `errors`.
    static func start(_ words: [String], isDaemon: Bool) -> Result<ChildProcess, Failure> {
        var pipe: [Int32] = [-1, -1]
        if isDaemon, Glibc.pipe(&pipe) != 0 { return .failure(Failure(number: errno)) }
        defer { if isDaemon { close(pipe[1]) } }
        var actions = posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        // The standard output is for our own answer.
        posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
        if isDaemon { posix_spawn_file_actions_adddup2(&actions, pipe[1], STDERR_FILENO) }
        cn_spawn_close_from(&actions, 3)
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        // POSIX_SPAWN_SETSID is a GNU addition, see posix_spawnattr_setflags(3).
        let session: Int32 = isDaemon ? 0x80 : 0
        posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | session))
        let arguments = words.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var number = pid_t()
        let failure = posix_spawnp(&number, words[0], &actions, &attributes, arguments, cn_environment())
        guard failure == 0 else {
            if isDaemon { close(pipe[0]) }
            return .failure(Failure(number: failure))
        }
        return .success(ChildProcess(number: number, errors: pipe[0]))
    }

    /// Waits for its end: its status, or 128 and the number of the signal that ended it.
    func end() -> Int32 {
        var status: Int32 = 0
        var answer: pid_t
        repeat { answer = waitpid(number, &status, 0) } while answer < 0 && errno == EINTR
        // WIFEXITED, WEXITSTATUS and WTERMSIG are macros, see wait(2).
        return status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F
    }
}
