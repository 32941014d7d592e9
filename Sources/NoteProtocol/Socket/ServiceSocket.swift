// SPDX-License-Identifier: MIT
// How a program comes to one end of a connection with the daemon.

internal import CNoteLinux
internal import Glibc

/// One end of a connection, for a program that talks by itself.
package enum ServiceSocket {
    /// Connects to the daemon.
    ///
    /// - Returns: A blocking stream socket that the caller closes.
    /// - Throws: `ServiceError`: `.notRunning` when nobody listens, `.unsafeFolder`, `.system`.
    package static func connect(in runtime: RuntimeFolder = .standard) throws(ServiceError) -> Int32 {
        let folder = try runtime.open()
        let name = try SocketName(in: folder, of: runtime)
        let file = Int32(cn_unix_stream())
        guard file >= 0 else { throw .system("No socket", call: "socket", Int(file)) }
        let answer = name.connect(file)
        guard answer == 0 else {
            _ = close(file)
            if answer == -Int(ECONNREFUSED) || answer == -Int(ENOENT) {
                throw ServiceError(.notRunning, "No daemon listens at '\(runtime.socket)'.")
            }
            throw .system("'\(runtime.socket)' could not be reached", call: "connect", answer)
        }
        return file
    }
}
