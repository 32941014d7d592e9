// SPDX-License-Identifier: MIT
// How notekitd is started: by systemd where that is set up, else as a process of its own.

internal import CNoteLinux
internal import Glibc
internal import NoteKit
internal import NoteProtocol

/// Starts the daemon, and waits until it is ready.
enum DaemonStart {
    /// How long it is waited for, in nanoseconds.
    private static let patience: UInt64 = 30_000_000_000
    private static let units = [NotePath("notekitd.socket"), NotePath("notekitd.service")]
    /// How often it is looked after where the kernel does not tell of its end, in milliseconds.
    private static let pause: Int32 = 100

    /// Starts it. Another one that comes first is as good.
    ///
    /// - Throws: `Refusal` with the reason of the program that failed.
    static func start() throws(Refusal) {
        if isSocketInstalled {
            // A unit of the type notify is started when it says that it is ready.
            let end = try child(["systemctl", "--user", "start"].map { NotePath($0) } + units).end()
            guard end == 0 else {
                throw failure("systemd did not start notekitd: 'systemctl --user status notekitd' says why.")
            }
            return
        }
        try startProgram()
    }

    // MARK: Through systemd

    /// Whether there is a manager of this user, and the socket is installed there, be it enabled or not: a daemon beside
    /// it would lose the name of its socket to the unit as soon as that starts.
    private static var isSocketInstalled: Bool {
        guard let runtime = getenv("XDG_RUNTIME_DIR"),
            access("\(String(cString: runtime))/systemd/private", F_OK) == 0
        else { return false }
        do throws(Refusal) {
            // What it says where there is no such unit is nobody's trouble.
            let question = ["sh", "-c", "exec systemctl --user cat \"$0\" 2> /dev/null"].map { NotePath($0) }
            return try child(question + [units[0]]).end() == 0
        } catch {
            // There is no shell either, so nothing was installed with one.
            return false
        }
    }

    // MARK: As a process

    private static func startProgram() throws(Refusal) {
        let program = try self.program()
        // See sd_notify(3): it tells when it is ready. The name is nobody's; who lies on it makes us look too early.
        let name = "@notekit-\(String(UInt64.random(in: .min ... .max), radix: 16))"
        let notices = Int32(cn_unix_datagram())
        guard notices >= 0 else { throw failure("There is no socket to be had.") }
        defer { close(notices) }
        let answer = name.withCString { cn_unix_bind(notices, $0, UInt(name.utf8.count)) }
        guard answer == 0 else { throw failure(String(cString: strerror(Int32(-answer)))) }
        setenv("NOTIFY_SOCKET", name, 1)
        for variable in ["WATCHDOG_USEC", "WATCHDOG_PID", "LISTEN_FDS", "LISTEN_PID"] { unsetenv(variable) }
        // It must not keep a file system busy that happens to be ours.
        _ = chdir("/")
        let log = LogFile.standard
        let file: OpenFile
        do throws(ServiceError) {
            file = try log.open()
        } catch {
            throw failure(error.description)
        }
        let excerpt = LogExcerpt(of: log.path, in: file.number)
        let started = try child([program, NotePath("--log"), log.path], loggingTo: file.number)
        try wait(for: started, notices, excerpt)
    }

    private static func wait(
        for started: ChildProcess, _ notices: Int32, _ log: LogExcerpt
    ) throws(Refusal) {
        let end = LinuxCalls().monotonicTime() + patience
        var buffer = [UInt8](repeating: 0, count: 4096)
        // Tells of its end; there is none before Linux 5.3.
        let process = Int32(cn_pidfd_open(started.number))
        defer { if process >= 0 { close(process) } }
        while true {
            let now = LinuxCalls().monotonicTime()
            guard now < end else {
                throw failure(
                    "It (process \(started.number)) is not ready after 30 seconds, and goes on.\(log.end)")
            }
            var files = [
                pollfd(fd: notices, events: Int16(POLLIN), revents: 0),
                pollfd(fd: process, events: Int16(POLLIN), revents: 0),
            ]
            _ = poll(&files, 2, process < 0 ? pause : Int32((end - now) / 1_000_000) + 1)
            if files[0].revents != 0 {
                let count = cn_receive(notices, &buffer, UInt(buffer.count))
                if count > 0, String(decoding: buffer[..<count], as: UTF8.self).contains("READY=1") { return }
            }
            guard let status = started.statusAtEnd else { continue }
            // Another one was faster.
            if status == 3 { return }
            throw failure("It ended with status \(status).\(log.end)")
        }
    }

    /// The program beside this one.
    private static func program() throws(Refusal) -> NotePath {
        var path = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink("/proc/self/exe", &path, path.count)
        let own = NotePath(bytes: path.prefix(max(0, count)).map { UInt8(bitPattern: $0) })
        let program = own.folder.appending(NotePath("notekitd"))
        guard count > 0, program.withCString({ access($0, X_OK) }) == 0 else {
            throw failure("The program is not at '\(program)'.")
        }
        return program
    }

    private static func child(
        _ words: [NotePath], loggingTo log: Int32? = nil
    ) throws(Refusal) -> ChildProcess {
        switch ChildProcess.start(words, loggingTo: log) {
        case .success(let child): return child
        case .failure(let reason): throw failure("'\(words[0])' could not be started: \(reason)")
        }
    }

    private static func failure(_ reason: String) -> Refusal {
        Refusal(.usage, "not-started", "notekitd was not started. \(reason)")
    }
}
