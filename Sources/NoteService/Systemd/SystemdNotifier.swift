// SPDX-License-Identifier: MIT
// What systemd is told of the daemon, over its datagram socket.

internal import CNoteLinux
internal import Glibc
internal import NoteFiles

/// Tells systemd how the daemon is. Does nothing where nobody wants to hear it. See: `man 3 sd_notify`.
package struct SystemdNotifier: Sendable {
    private let socket: [UInt8]?
    /// How often `WATCHDOG=1` has to come; nil where nobody waits for it.
    package let watchdog: Duration?

    /// - Parameters:
    ///   - environment: Asked for `NOTIFY_SOCKET`, `WATCHDOG_USEC` and `WATCHDOG_PID`.
    ///   - process: This process.
    package init(environment: (String) -> String?, process: Int32 = getpid()) {
        let name = environment("NOTIFY_SOCKET").map { Array($0.utf8) }
        // A path from the root, or an abstract name.
        socket = name.flatMap { [UInt8(ascii: "/"), UInt8(ascii: "@")].contains($0.first) ? $0 : nil }
        let isOurs = environment("WATCHDOG_PID").map { $0 == String(process) } ?? true
        let limit = isOurs ? environment("WATCHDOG_USEC").flatMap { Int64($0) } : nil
        watchdog = limit.flatMap { $0 > 0 ? .microseconds($0) : nil }
    }

    /// It listens, and requests are answered.
    package func ready(_ status: String) { send("READY=1\n\(Self.status(status))") }

    /// What it is doing, for a person.
    package func status(_ status: String) { send(Self.status(status)) }

    /// The configuration is being read again; `ready` ends that.
    package func reloading() {
        send("RELOADING=1\nMONOTONIC_USEC=\(LinuxCalls().monotonicTime() / 1000)")
    }

    /// It is about to end.
    package func stopping(_ status: String) { send("STOPPING=1\n\(Self.status(status))") }

    /// It needs more time to start or to end, and is at work.
    package func extendTimeout(seconds: Int) { send("EXTEND_TIMEOUT_USEC=\(seconds)000000") }

    /// It is alive.
    package func feedWatchdog() { send("WATCHDOG=1") }

    private static func status(_ text: String) -> String {
        "STATUS=\(String(text.map { $0.isNewline ? " " : $0 }))"
    }

    private func send(_ text: String) {
        guard let socket else { return }
        let file = Int32(cn_unix_datagram())
        // Who cannot be told is not told; the daemon does its work all the same.
        guard file >= 0 else { return }
        let bytes = Array(text.utf8)
        _ = NotePath(bytes: socket).withCString { name in
            bytes.withUnsafeBytes {
                cn_unix_send_to(file, $0.baseAddress, UInt($0.count), name, UInt(socket.count))
            }
        }
        _ = close(file)
    }
}
