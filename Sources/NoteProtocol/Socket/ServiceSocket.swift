// SPDX-License-Identifier: MIT
// How a program comes to one end of a connection with the daemon.

internal import CNoteLinux
internal import Glibc

/// One end of a connection, for a program that talks by itself.
package enum ServiceSocket {
    /// Connects to the daemon, without waiting for it.
    ///
    /// System calls: `socket(2)`, `connect(2)`, `fcntl(2)`.
    ///
    /// - Returns: A stream socket that does not block, and that the caller closes.
    /// - Throws: `ServiceError`: `.notRunning` when nobody listens, `.occupied` when as many as the kernel keeps
    ///   wait to be taken, `.unsafeFolder`, `.system`.
    package static func connect(in runtime: RuntimeFolder = .standard) throws(ServiceError) -> Int32 {
        let folder = try runtime.open()
        let name = try SocketName(in: folder, of: runtime)
        let file = Int32(cn_unix_stream())
        guard file >= 0 else { throw .system("No socket", call: "socket", Int(file)) }
        // A daemon that stands still takes nobody out of its row, and connect(2) would wait for that.
        let nonblocking = cn_set_nonblocking(file)
        let answer = nonblocking < 0 ? Int(nonblocking) : name.connect(file)
        guard answer == 0 else {
            _ = close(file)
            if answer == -Int(EAGAIN) {
                throw ServiceError(
                    .occupied, "A daemon listens at '\(runtime.socket)', and takes no more connections.")
            }
            if answer == -Int(ECONNREFUSED) || answer == -Int(ENOENT) {
                throw ServiceError(.notRunning, "No daemon listens at '\(runtime.socket)'.")
            }
            throw .system("'\(runtime.socket)' could not be reached", call: "connect", answer)
        }
        return file
    }
}
