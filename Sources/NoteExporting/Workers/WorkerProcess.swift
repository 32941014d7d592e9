// SPDX-License-Identifier: MIT
// A process that typesets: how it starts and how it ends.

internal import CNoteLinux
internal import Glibc
internal import NoteKit
internal import Synchronization

/// A running worker. It has nothing of this process but its rights, its folder and its variables: no files but
/// the socket, no blocked or ignored signals, no terminal that could interrupt it. It ends by itself when the
/// other end of the socket is closed, and so when this process ends, however it does.
final class WorkerProcess: Sendable {
    /// How one ended.
    enum End: Equatable, Sendable {
        case exited(Int32)
        case killed(Int32)
        /// Somebody else waited for it.
        case unknown
    }

    /// The number of the process.
    let number: pid_t
    let channel: WorkerChannel
    /// What it is ended and waited for by: the number may mean another process as soon as somebody waited for this one.
    private let handle: Int32
    private let program: NotePath
    private let outcome = Mutex<End?>(nil)
    private let isKnown = Mutex(false)

    /// Starts a worker.
    ///
    /// System calls: `socketpair(2)`, `setsockopt(2)`, `posix_spawn(3)`, `pidfd_open(2)`.
    ///
    /// - Parameter patience: How long it may be silent, and how long it may let us wait until it listens.
    /// - Throws: `NotePDFError` with code `.noWorker`.
    init(_ program: NotePath, patience: Duration) throws(NotePDFError) {
        self.program = program
        var ends: [Int32] = [-1, -1]
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw Self.error(errno, program) }
        defer { close(ends[1]) }
        let (seconds, attoseconds) = patience.components
        var limit = timeval(tv_sec: Int(seconds), tv_usec: Int(attoseconds / 1_000_000_000_000))
        for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
            // Without it a worker that hangs is waited for.
            setsockopt(ends[0], SOL_SOCKET, option, &limit, socklen_t(MemoryLayout<timeval>.size))
        }
        switch Self.start(program, with: ends[1]) {
        case .success(let number): self.number = number
        case .failure(let reason):
            close(ends[0])
            throw Self.error(reason.number, program)
        }
        let handle = Int32(cn_pidfd_open(number))
        guard handle >= 0 else {
            // Without its socket it ends by itself.
            close(ends[0])
            throw Self.error(-handle, program)
        }
        self.handle = handle
        channel = WorkerChannel(ends[0])
    }

    deinit { end() }

    /// Whether it is still there, as far as one can see.
    ///
    /// System calls: `poll(2)`.
    var isAlive: Bool {
        var file = pollfd(fd: channel.file, events: 0, revents: 0)
        return poll(&file, 1, 0) == 0
    }

    /// Waits until it says that it is a worker of this edition.
    ///
    /// - Throws: `NotePDFError` with code `.noWorker` where it ends without a word, `.badWorker` where it says
    ///   something else.
    func greet() throws(NotePDFError) {
        if isKnown.withLock({ $0 }) { return }
        let edition = WorkerChannel.edition
        do throws(WorkerChannel.Fault) {
            let message = try channel.receive(atMost: edition.count)
            guard message.kind == .hello, message.payload == edition else { throw .nonsense }
            isKnown.withLock { $0 = true }
        } catch {
            let end = end()
            guard error == .closed, case .exited(let status) = end else {
                throw WorkerFailure(error, end).error
            }
            // That is what the system's loader says where a library is missing.
            let advice = status == 127 ? ": a library that it needs is not installed" : ""
            throw NotePDFError(
                .noWorker,
                "No PDF was made: '\(program)' ended at its start, with status \(status)\(advice). "
                    + "The note is untouched.")
        }
    }

    /// Ends it, unless it ended by itself. When this returns there is no such process any more.
    ///
    /// System calls: `pidfd_send_signal(2)`, `waitid(2)`, `close(2)`.
    @discardableResult
    func end() -> End {
        outcome.withLock { outcome in
            if let outcome { return outcome }
            // One that is ending already ends as it does. It has nothing to save.
            _ = cn_pidfd_kill(handle, SIGKILL)
            var status: Int32 = 0
            var answer: Int
            repeat { answer = cn_pidfd_wait(handle, &status) } while answer == -Int(EINTR)
            close(channel.file)
            close(handle)
            let end: End =
                switch answer {
                case 0: .exited(status)
                case 1: .killed(status)
                default: .unknown
                }
            outcome = end
            return end
        }
    }

    private struct Refusal: Error { let number: Int32 }

    private static func start(_ program: NotePath, with end: Int32) -> Result<pid_t, Refusal> {
        var actions = posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
        guard posix_spawn_file_actions_init(&actions) == 0 else { return .failure(Refusal(number: ENOMEM)) }
        defer { posix_spawn_file_actions_destroy(&actions) }
        guard posix_spawnattr_init(&attributes) == 0 else { return .failure(Refusal(number: ENOMEM)) }
        defer { posix_spawnattr_destroy(&attributes) }
        posix_spawn_file_actions_adddup2(&actions, end, 0)
        // What the libraries complain of is nobody's business.
        posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
        cn_spawn_close_from(&actions, 3)
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        // An interrupt is meant for the program that a person started, which ends its workers.
        posix_spawnattr_setpgroup(&attributes, 0)
        posix_spawnattr_setflags(
            &attributes,
            Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP))
        let words: [UnsafeMutablePointer<CChar>?] = [strdup(WorkerProgram.name), nil]
        defer { free(words[0]) }
        var number = pid_t()
        let failure = program.withCString {
            posix_spawn(&number, $0, &actions, &attributes, words, cn_environment())
        }
        return failure == 0 ? .success(number) : .failure(Refusal(number: failure))
    }

    private static func error(_ number: Int32, _ program: NotePath) -> NotePDFError {
        NotePDFError(
            .noWorker,
            "No PDF was made: '\(program)' could not be started: \(String(cString: strerror(number))). "
                + "The note is untouched.")
    }
}
