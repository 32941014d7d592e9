// SPDX-License-Identifier: MIT
// How a socket is named to the kernel, which takes no long names.

internal import CNoteLinux
internal import Glibc
package import NoteFiles

/// The name of the socket in an open folder.
///
/// The kernel takes 107 bytes. A longer path is reached through the descriptor of its folder, so that the
/// daemon and its clients meet wherever the state folder lies.
package struct SocketName {
    private let bytes: [UInt8]

    package init(in folder: borrowing OpenFile, of runtime: RuntimeFolder) throws(ServiceError) {
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

    package func bind(_ file: Int32) -> Int { with { cn_unix_bind(file, $0, UInt(bytes.count)) } }

    package func connect(_ file: Int32) -> Int { with { cn_unix_connect(file, $0, UInt(bytes.count)) } }

    private func with(_ call: (UnsafePointer<CChar>) -> Int) -> Int {
        NotePath(bytes: bytes).withCString(call)
    }
}
