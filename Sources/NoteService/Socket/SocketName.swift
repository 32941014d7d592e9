// SPDX-License-Identifier: MIT
// How a socket is named to the kernel, which takes no long names.

internal import CNoteLinux
internal import Glibc
internal import NoteFiles

/// The name of the socket in an open folder.
///
/// The kernel takes 107 bytes. A longer path is reached through the descriptor of its folder, so that the
/// daemon and its clients meet wherever the state folder lies.
struct SocketName {
    private let bytes: [UInt8]

    init(in folder: borrowing OpenFile, of runtime: RuntimeFolder) throws(ServiceError) {
        let path = runtime.socket
        if path.bytes.count <= Int(cn_longest_socket_name) {
            bytes = path.bytes
            return
        }
        guard access("/proc/self/fd", X_OK) == 0 else {
            throw ServiceError(
                .system,
                "The socket '\(path)' has a path of \(path.bytes.count) bytes; without /proc the limit is "
                    + "\(cn_longest_socket_name). Set XDG_RUNTIME_DIR to a shorter folder.")
        }
        bytes = Array("/proc/self/fd/\(folder.number)/".utf8) + RuntimeFolder.socketName.bytes
    }

    func bind(_ file: Int32) -> Int { with { cn_unix_bind(file, $0, UInt(bytes.count)) } }

    func connect(_ file: Int32) -> Int { with { cn_unix_connect(file, $0, UInt(bytes.count)) } }

    private func with(_ call: (UnsafePointer<CChar>) -> Int) -> Int {
        NotePath(bytes: bytes).withCString(call)
    }
}

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
