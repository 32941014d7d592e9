// SPDX-License-Identifier: MIT
// Where the log of a running daemon goes, as the kernel knows it.

internal import Glibc
internal import NoteKit

/// The log of a daemon, whoever started it.
enum DaemonLog: Equatable {
    case file(NotePath)
    /// The journal of systemd.
    case journal

    /// Finds out where the standard error of a process goes; nil where that is neither, or is not to be known.
    ///
    /// System calls: `stat(2)` and `readlink(2)` below `/proc`.
    static func of(process: Int) -> DaemonLog? {
        let place = "/proc/\(process)/fd/2"
        var (facts, named) = (stat(), stat())
        guard stat(place, &facts) == 0 else { return nil }
        // See systemd.exec(5).
        if environment(of: process).contains("JOURNAL_STREAM=\(facts.st_dev):\(facts.st_ino)") {
            return .journal
        }
        var name = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink(place, &name, name.count)
        guard count > 0, facts.st_mode & S_IFMT == S_IFREG else { return nil }
        let path = NotePath(bytes: name.prefix(count).map { UInt8(bitPattern: $0) })
        // One that was removed has no name any more.
        guard path.withCString({ stat($0, &named) }) == 0, named.st_ino == facts.st_ino,
            named.st_dev == facts.st_dev
        else { return nil }
        return .file(path)
    }

    /// For a person.
    var sentence: String {
        switch self {
        case .file(let path): "Its log is '\(path)'."
        case .journal: "'journalctl --user -u notekitd' shows its log."
        }
    }

    /// For a program.
    var word: String {
        switch self {
        case .file(let path): path.description
        case .journal: "journal"
        }
    }

    private static func environment(of process: Int) -> [String] {
        let file = open("/proc/\(process)/environ", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return [] }
        defer { close(file) }
        var (bytes, buffer) = ([UInt8](), [UInt8](repeating: 0, count: 65_536))
        while true {
            let count = read(file, &buffer, buffer.count)
            guard count > 0 else { break }
            bytes += buffer.prefix(count)
        }
        return bytes.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
    }
}
