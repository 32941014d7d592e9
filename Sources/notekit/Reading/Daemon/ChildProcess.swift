// SPDX-License-Identifier: MIT
// How another program is started.

internal import CNoteLinux
internal import Glibc
internal import NoteKit

/// A program that this one started.
struct ChildProcess {
    /// Why there is none.
    struct Failure: Error, CustomStringConvertible {
        let number: Int32
        var description: String { String(cString: strerror(number)) }
    }

    let number: pid_t

    /// Starts a program that is found as a shell finds it.
    ///
    /// System calls: `posix_spawn(3)`.
    ///
    /// - Parameters:
    ///   - words: The program and its arguments.
    ///   - log: The file to which goes what it complains of, and then it has a session of its own; nil for a program
    ///     that complains where this one does.
    static func start(_ words: [NotePath], loggingTo log: Int32?) -> Result<ChildProcess, Failure> {
        var actions = posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        // The standard output is for our own answer.
        posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
        if let log { posix_spawn_file_actions_adddup2(&actions, log, STDERR_FILENO) }
        cn_spawn_close_from(&actions, 3)
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        // POSIX_SPAWN_SETSID is a GNU addition, see posix_spawnattr_setflags(3).
        let session: Int32 = log == nil ? 0 : 0x80
        posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | session))
        let arguments = words.map { $0.withCString { strdup($0) } } + [nil]
        defer { for argument in arguments { free(argument) } }
        var number = pid_t()
        let failure = words[0].withCString { name in
            posix_spawnp(&number, name, &actions, &attributes, arguments, cn_environment())
        }
        guard failure == 0 else { return .failure(Failure(number: failure)) }
        return .success(ChildProcess(number: number))
    }

    /// Waits for its end: its status, or 128 and the number of the signal that ended it.
    func end() -> Int32 { status(0) ?? 0 }

    /// The same where it has ended; nil while it goes on. To be asked no more once it was told.
    var statusAtEnd: Int32? { status(WNOHANG) }

    private func status(_ options: Int32) -> Int32? {
        var status: Int32 = 0
        var answer: pid_t
        repeat { answer = waitpid(number, &status, options) } while answer < 0 && errno == EINTR
        guard answer != 0 else { return nil }
        // WIFEXITED, WEXITSTATUS and WTERMSIG are macros, see wait(2).
        return status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F
    }
}
