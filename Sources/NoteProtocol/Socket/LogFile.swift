// SPDX-License-Identifier: MIT
// Where the log of a daemon lies that nobody looks at while it runs, and how it stays small.

internal import CNoteLinux
internal import Glibc
package import NoteFiles

/// A file that a daemon's log is appended to.
///
/// The daemon has it in the place of its standard error, so that what the runtime says of a crash is in it too. When
/// it is full it gets another name, where it takes the place of the one before, and a new one is begun: there are
/// never more than two, of `limit` bytes each.
package struct LogFile: Sendable {
    /// The file.
    package let path: NotePath
    /// How many bytes it holds at most.
    private let limit: Int
    /// The descriptor that it has.
    private let number: Int32

    /// The log of a daemon that the command line started.
    package static var standard: LogFile {
        LogFile(at: StateFolder.standard.appending(NotePath("notekitd.log")))
    }

    /// - Parameters:
    ///   - number: The descriptor that it has, which is open already.
    package init(at path: NotePath, limit: Int = 1 << 20, in number: Int32 = STDERR_FILENO) {
        self.path = path
        self.limit = limit
        self.number = number
    }

    /// What the file is called that was full.
    package var full: NotePath { NotePath(bytes: path.bytes + Array(".old".utf8)) }

    /// Opens the file for appending. It is made, mode 0600, where it is not there, and its folder, mode 0700.
    ///
    /// System calls: `openat(2)`, `mkdir(2)`, `statx(2)`.
    ///
    /// - Throws: `ServiceError` when that cannot be, as for a link and for what is no file.
    package func open() throws(ServiceError) -> OpenFile {
        try RuntimeFolder.make(path.folder)
        let calls = LinuxCalls()
        let flags = O_WRONLY | O_APPEND | O_CREAT | O_NONBLOCK | cn_O_NOFOLLOW | cn_O_CLOEXEC
        let answer = path.withCString { calls.openat(cn_AT_FDCWD, $0, flags, 0o600) }
        guard answer >= 0 else { throw .system("No log in '\(path)'", call: "open", Int(answer)) }
        let file = OpenFile(owning: answer, calls: calls)
        guard facts(of: file.number)?.kind == .file else {
            throw ServiceError(.system, "No log in '\(path)': it is no file.")
        }
        return file
    }

    /// Puts the file in the place of what has its descriptor.
    ///
    /// System calls: those of `open()`, `dup3(2)`.
    ///
    /// - Throws: `ServiceError`; the descriptor is what it was then.
    package func take() throws(ServiceError) {
        let file = try open()
        guard dup2(file.number, number) >= 0 else {
            throw .system("No log in '\(path)'", call: "dup2", -Int(errno))
        }
        _ = file.close()
    }

    /// Appends a line. One that there is no room for, as on a full disk, is left out.
    ///
    /// System calls: `statx(2)`, `write(2)`; at times `renameat2(2)` and those of `take()`.
    package func append(_ line: [UInt8]) {
        guard isRoom(for: line.count) || beginAnew() else { return }
        _ = line.withUnsafeBytes { write(number, $0.baseAddress, $0.count) }
    }

    private func isRoom(for count: Int) -> Bool {
        facts(of: number).map { $0.size + count <= limit } ?? false
    }

    /// Puts a full file aside. Where another process has done so it stays where it is by now.
    private func beginAnew() -> Bool {
        let calls = LinuxCalls()
        var present = FileFacts()
        let answer = path.withCString {
            calls.statx(cn_AT_FDCWD, $0, cn_AT_SYMLINK_NOFOLLOW, &present)
        }
        if answer == 0, let own = facts(of: number), own.identity == present.identity {
            let renamed = path.withCString { old in full.withCString { rename(old, $0) } }
            guard renamed == 0 else { return false }
        }
        do throws(ServiceError) {
            try take()
            return true
        } catch {
            // There is nobody to be told but the log.
            return false
        }
    }

    private func facts(of file: Int32) -> FileFacts? {
        var facts = FileFacts()
        return LinuxCalls().statx(file, "", cn_AT_EMPTY_PATH, &facts) == 0 ? facts : nil
    }
}
