// SPDX-License-Identifier: MIT
// What the daemon says to whoever looks after it, and how systemd is told how bad it is.

internal import CNoteLinux
internal import Glibc
internal import NoteFiles
package import NoteProtocol

/// Sentences about the daemon. Paths may be in them, note text never.
package struct ServiceLog: Sendable {
    /// How bad it is, in the numbers of syslog(3).
    package enum Level: Int, Sendable, Comparable {
        case error = 3
        case warning = 4
        case notice = 5
        case info = 6
        case debug = 7

        package static func < (one: Level, other: Level) -> Bool { one.rawValue < other.rawValue }
    }

    private let write: @Sendable (Level, String) -> Void
    /// Where the lines wait; nil where a test takes them at once.
    private let queue: LogQueue?

    /// A log that goes wherever a test wants it.
    package init(_ write: @escaping @Sendable (Level, String) -> Void) {
        self.write = write
        queue = nil
    }

    private init(to queue: LogQueue, _ write: @escaping @Sendable (Level, String) -> Void) {
        self.write = write
        self.queue = queue
    }

    /// What stands around a sentence.
    enum Form {
        /// The journal of systemd: it knows the program and the time, and takes a priority.
        case journal
        /// A terminal, or whatever else the standard error is.
        case standardError
        /// A file, where nobody would know when it was.
        case file
    }

    /// The standard error: with a priority in front where it is the journal of systemd, with the program's
    /// name otherwise. Whoever logs never waits for whoever reads it.
    ///
    /// - Parameters:
    ///   - least: What is less bad is left out, until `leaveOut(lessThan:)` says otherwise.
    ///   - file: The file that the standard error is; nil where it is something else.
    package static func standardError(least: Level = .info, in file: LogFile? = nil) -> ServiceLog {
        let isJournal = isJournal(STDERR_FILENO, stream: getenv("JOURNAL_STREAM").map { String(cString: $0) })
        let form: Form = file != nil ? .file : isJournal ? .journal : .standardError
        let queue = LogQueue(least: least) { count in
            Array(line(.warning, "\(count) lines were not logged: nobody read them.", form).utf8)
        } write: { line in
            if let file { return file.append(line) }
            // When nobody can be told, nobody is.
            _ = line.withUnsafeBytes { Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
        }
        return ServiceLog(to: queue) { level, sentence in
            guard level <= queue.least else { return }
            queue.add(Array(line(level, sentence, form).utf8))
        }
    }

    /// Changes what is logged from now on.
    package func leaveOut(lessThan least: Level) { queue?.become(least: least) }

    /// Waits until everything is written, but not for a reader who does not read.
    package func finish() { queue?.finish() }

    static func line(_ level: Level, _ sentence: String, _ form: Form) -> String {
        // One line each, and no orders for a terminal, whatever a path or a client's name holds.
        let sentence = String(
            String.UnicodeScalarView(
                sentence.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 }))
        switch form {
        case .journal: return "<\(level.rawValue)>\(sentence)\n"
        case .standardError: return "notekitd: \(sentence)\n"
        case .file: return "\(Moment.text(LinuxCalls().wallClock())) notekitd: \(sentence)\n"
        }
    }

    /// Whether a descriptor is the stream that `JOURNAL_STREAM` names as `DEVICE:INODE`.
    static func isJournal(_ file: Int32, stream: String?) -> Bool {
        var facts = stat()
        guard let stream, fstat(file, &facts) == 0 else { return false }
        return stream == "\(facts.st_dev):\(facts.st_ino)"
    }

    package func error(_ sentence: String) { write(.error, sentence) }
    package func warning(_ sentence: String) { write(.warning, sentence) }
    package func notice(_ sentence: String) { write(.notice, sentence) }
    package func info(_ sentence: String) { write(.info, sentence) }
    package func debug(_ sentence: String) { write(.debug, sentence) }
}
