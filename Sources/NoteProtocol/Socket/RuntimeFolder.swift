// SPDX-License-Identifier: MIT
// Where the socket lies: one rule for the daemon and for whoever looks for it.

internal import CNoteLinux
internal import Glibc
public import NoteFiles

/// The folder of the socket, which only this user may enter.
public struct RuntimeFolder: Hashable, Sendable {
    /// The folder.
    public let path: NotePath
    /// The socket in it.
    public var socket: NotePath { path.appending(Self.socketName) }

    package static let socketName = NotePath("notekitd.sock")

    /// `$XDG_RUNTIME_DIR/notekit`, or `run` in the state folder where that is not set to an absolute path.
    public static var standard: RuntimeFolder {
        standard(environment: { name in
            getenv(name).map { text in
                NotePath(bytes: Array(UnsafeRawBufferPointer(start: text, count: strlen(text))))
            }
        })
    }

    /// The same with the environment handed in.
    package static func standard(environment: (String) -> NotePath?) -> RuntimeFolder {
        if let runtime = environment("XDG_RUNTIME_DIR"), runtime.isAbsolute {
            return RuntimeFolder(path: runtime.appending(NotePath("notekit")))
        }
        return RuntimeFolder(
            path: StateFolder.standard(environment: environment).appending(NotePath("run")))
    }

    /// A folder that was chosen.
    public init(path: NotePath) { self.path = path }

    /// Opens the folder for a daemon, and makes it, mode 0700, where it is not there.
    ///
    /// - Throws: `ServiceError` with code `.unsafeFolder` when the folder, or the one that it is in, is a
    ///   link, belongs to somebody else, or may be written by others.
    package func openOrMake() throws(ServiceError) -> OpenFile {
        try Self.make(path)
        _ = try Self.open(path.folder, isOwn: false)
        return try Self.open(path, isOwn: true)
    }

    /// Whether a daemon has the folder, be its socket there or not: as long as it lives it has it locked.
    ///
    /// A daemon that starts in the very moment of the question may find it taken.
    package var isTaken: Bool {
        do throws(ServiceError) {
            return Self.isLocked(try open())
        } catch {
            // There is no folder, or none that a daemon uses.
            return false
        }
    }

    /// Whether somebody else has a folder locked; else it is locked as long as it is open.
    private static func isLocked(_ folder: borrowing OpenFile) -> Bool {
        cn_lock_exclusively(folder.number) == -Int(EWOULDBLOCK)
    }

    /// Opens the folder for a client.
    ///
    /// - Throws: `ServiceError`: `.notRunning` when it is not there, `.unsafeFolder`.
    func open() throws(ServiceError) -> OpenFile {
        _ = try Self.open(path.folder, isOwn: false)
        return try Self.open(path, isOwn: true)
    }

    /// Makes a folder, mode 0700, where it is not there, and those that it is in.
    static func make(_ folder: NotePath) throws(ServiceError) {
        var answer = folder.withCString { mkdir($0, 0o700) }
        if answer != 0, errno == ENOENT, folder.folder != folder {
            try make(folder.folder)
            answer = folder.withCString { mkdir($0, 0o700) }
        }
        guard answer == 0 || errno == EEXIST else {
            throw .system("The folder '\(folder)' could not be made", call: "mkdir", -Int(errno))
        }
    }

    private static func open(_ folder: NotePath, isOwn: Bool) throws(ServiceError) -> OpenFile {
        let calls = LinuxCalls()
        let flags = O_RDONLY | cn_O_DIRECTORY | cn_O_NOFOLLOW | cn_O_CLOEXEC
        let number = folder.withCString { calls.openat(cn_AT_FDCWD, $0, flags, 0) }
        switch number {
        case 0...: break
        case -ENOENT: throw ServiceError(.notRunning, "There is no folder '\(folder)': no daemon runs.")
        case -ELOOP, -ENOTDIR:
            throw ServiceError(.unsafeFolder, "'\(folder)' is no folder, or a link to one. It is not used.")
        default: throw .system("The folder '\(folder)' could not be opened", call: "open", Int(number))
        }
        let file = OpenFile(owning: number, calls: calls)
        var facts = FileFacts()
        let answer = calls.statx(number, "", cn_AT_EMPTY_PATH, &facts)
        guard answer == 0 else { throw .system("'\(folder)'", call: "statx", Int(answer)) }
        guard facts.owner == geteuid() || !isOwn && facts.owner == 0 else {
            throw ServiceError(
                .unsafeFolder, "The folder '\(folder)' belongs to another user. It is not used.")
        }
        // Where names cannot be taken away by others, as in /tmp, a folder in it is safe.
        let isSticky = !isOwn && facts.mode & 0o1000 != 0
        guard facts.mode & 0o022 == 0 || isSticky else {
            throw ServiceError(
                .unsafeFolder, "Others may write to the folder '\(folder)'. It is not used; chmod go-w helps."
            )
        }
        return file
    }
}
