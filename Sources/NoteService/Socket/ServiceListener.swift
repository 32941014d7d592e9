// SPDX-License-Identifier: MIT
// Who may listen: one daemon, at a socket that is nobody else's.

internal import CNoteLinux
internal import Glibc
internal import NoteFiles
package import NoteProtocol

/// A listening socket.
///
/// The folder of the socket is locked (`flock(2)`) as long as this lives, so that of two daemons that start at
/// once one listens; the lock goes with the process, however it ends, and leaves nothing behind.
package final class ServiceListener: Sendable {
    /// The descriptor; non-blocking.
    let file: Int32
    /// The folder of the socket, which is locked.
    private let folder: OpenFile?
    private let made: Made?

    private struct Made {
        let path: NotePath
        let identity: FileFacts.Identity
    }

    private init(file: Int32, folder: consuming OpenFile?, made: Made?) {
        self.file = file
        self.folder = folder
        self.made = made
    }

    /// Listens at the socket of a folder.
    ///
    /// A socket at which nobody answers is what a killed daemon left, and is taken over. One at which
    /// somebody answers is left alone, and so is whatever else has the name.
    ///
    /// - Throws: `ServiceError`: `.alreadyRunning`, `.nameTaken`, `.unsafeFolder`, `.system`.
    package convenience init(in runtime: RuntimeFolder) throws(ServiceError) {
        let opened = try runtime.openOrMake()
        let name = try SocketName(in: opened, of: runtime)
        guard try Self.lock(opened, runtime.path) else {
            // The name goes first when a daemon ends, and the lock last.
            guard Self.facts(of: runtime.socket) != nil else {
                throw ServiceError(
                    .alreadyRunning,
                    "Another notekitd of '\(runtime.path)' is starting, or saves before it ends. Try again in a moment."
                )
            }
            throw Self.running(runtime)
        }
        try Self.clear(runtime, name)
        let file = Int32(cn_unix_stream())
        guard file >= 0 else { throw .system("No socket", call: "socket", Int(file)) }
        // The name is made with the mode of the socket, so it is never anything else.
        _ = fchmod(file, 0o600)
        var answer = name.bind(file)
        if answer == 0, listen(file, 128) != 0 { answer = -Int(errno) }
        if answer == 0 { answer = cn_set_nonblocking(file) }
        let facts = Self.facts(of: runtime.socket)
        guard answer == 0, let facts, facts.mode & 0o777 == 0o600 else {
            _ = close(file)
            throw .system("'\(runtime.socket)' could not be listened at", call: "bind", answer)
        }
        self.init(
            file: file, folder: opened,
            made: Made(path: runtime.socket, identity: facts.identity))
    }

    /// Takes the socket that systemd listens at for us; nil where it does not. See: `man 3 sd_listen_fds`.
    ///
    /// Its folder is locked as well: systemd takes the name of a daemon that runs from a shell away, and that daemon goes
    /// on with the notes that it has open.
    ///
    /// - Throws: `ServiceError`: `.alreadyRunning` where another daemon has the folder locked; and when what was handed
    ///   over is no listening socket, or more than one.
    package convenience init?(environment: (String) -> String?, process: Int32 = getpid())
        throws(ServiceError)
    {
        guard let owner = environment("LISTEN_PID"), owner == String(process),
            let count = environment("LISTEN_FDS").flatMap({ Int($0) }), count > 0
        else { return nil }
        let file: Int32 = 3
        guard count == 1, cn_is_listening(file) == 1 else {
            throw ServiceError(.system, "LISTEN_FDS hands over \(count) sockets; one that listens is wanted.")
        }
        _ = cn_set_cloexec(file)
        let answer = cn_set_nonblocking(file)
        guard answer == 0 else { throw .system("The socket of LISTEN_FDS", call: "fcntl", answer) }
        self.init(file: file, folder: try Self.lockFolder(of: file), made: nil)
    }

    deinit { _ = close(file) }

    /// Takes the name away, if it is still that of this socket.
    package func removeName() {
        guard let made, let facts = Self.facts(of: made.path), facts.identity == made.identity else { return }
        // Where it stays, the next daemon takes it over.
        _ = made.path.withCString { unlink($0) }
    }

    /// Locks the folder of a socket. One in which others may make names holds no socket of a daemon that was not handed
    /// over, and is left alone.
    private static func lockFolder(of socket: Int32) throws(ServiceError) -> OpenFile? {
        var name = [CChar](repeating: 0, count: Int(cn_longest_socket_name) + 1)
        let length = cn_unix_name(socket, &name)
        guard length >= 0 else { throw .system("The socket of LISTEN_FDS", call: "getsockname", Int(length)) }
        let path = NotePath(bytes: name.prefix(Int(length)).map { UInt8(bitPattern: $0) })
        guard path.isAbsolute else { return nil }
        let opened: OpenFile
        do throws(ServiceError) {
            opened = try RuntimeFolder(path: path.folder).openOrMake()
        } catch {
            guard error.code == .unsafeFolder else { throw error }
            return nil
        }
        guard try lock(opened, path.folder) else {
            throw ServiceError(
                .alreadyRunning,
                "Another notekitd of '\(path.folder)' runs, at a socket whose name is this one's now, and has notes open. "
                    + "End that first; SIGTERM has it save everything.")
        }
        return opened
    }

    /// Locks a folder as long as it is open; answers whether it was free.
    private static func lock(
        _ folder: borrowing OpenFile, _ path: NotePath
    ) throws(ServiceError) -> Bool {
        let answer = cn_lock_exclusively(folder.number)
        guard answer == 0 || answer == -Int(EWOULDBLOCK) else {
            throw .system("'\(path)' could not be locked", call: "flock", Int(answer))
        }
        return answer == 0
    }

    private static func clear(_ runtime: RuntimeFolder, _ name: SocketName) throws(ServiceError) {
        guard let facts = facts(of: runtime.socket) else { return }
        guard facts.mode & 0o170000 == 0o140000 else {
            throw ServiceError(
                .nameTaken, "'\(runtime.socket)' is not a socket. It is left alone, and no daemon starts.")
        }
        let probe = Int32(cn_unix_stream())
        guard probe >= 0 else { throw .system("No socket", call: "socket", Int(probe)) }
        defer { _ = close(probe) }
        // A living daemon with a full row of clients must not hold this one up.
        _ = cn_set_nonblocking(probe)
        switch name.connect(probe) {
        case -Int(ECONNREFUSED):
            guard runtime.socket.withCString({ unlink($0) }) == 0 || errno == ENOENT else {
                throw .system("'\(runtime.socket)' could not be taken over", call: "unlink", -Int(errno))
            }
        case -Int(ENOENT): return
        default: throw running(runtime)
        }
    }

    private static func running(_ runtime: RuntimeFolder) -> ServiceError {
        ServiceError(.alreadyRunning, "notekitd is already running at '\(runtime.socket)'.")
    }

    private static func facts(of path: NotePath) -> FileFacts? { VaultPlace.facts(of: path) }
}
