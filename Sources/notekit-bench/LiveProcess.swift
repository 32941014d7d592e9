// SPDX-License-Identifier: MIT
// A program that keeps running while its output is read.

internal import Glibc

/// A running program whose standard output and error come through one pipe.
final class LiveProcess {
    private let process: pid_t
    private let output: Int32
    /// What was read and not yet taken.
    private(set) var text: [UInt8] = []

    init(_ words: [String], input: Int32? = nil) throws(BenchError) {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { throw BenchError("no pipe: \(String(cString: strerror(errno)))") }
        _ = fcntl(ends[0], F_SETFD, FD_CLOEXEC)
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
        posix_spawn_file_actions_adddup2(&actions, ends[1], 2)
        posix_spawn_file_actions_addclose(&actions, ends[1])
        if let input { posix_spawn_file_actions_adddup2(&actions, input, 0) }
        let arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var process = pid_t()
        let result = posix_spawnp(&process, words[0], &actions, nil, arguments, environ)
        close(ends[1])
        guard result == 0 else {
            close(ends[0])
            throw BenchError("cannot run \(words[0]): \(String(cString: strerror(result)))")
        }
        self.process = process
        output = ends[0]
    }

    deinit { end() }

    /// Reads until a text has been printed, and drops all up to it. False when that takes too long.
    func read(until wanted: String, seconds: Double = 60) -> Bool {
        let start = Moment.now
        let wanted = Array(wanted.utf8)
        while true {
            if let end = Self.end(of: wanted, in: text) {
                text.removeFirst(end)
                return true
            }
            guard Moment.now.seconds(since: start) < seconds, more(seconds: 0.1) != nil else { return false }
        }
    }

    /// Takes what is printed within a time; nil at the end of the output.
    func more(seconds: Double) -> Int? {
        var file = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
        guard poll(&file, 1, Int32(seconds * 1000)) > 0 else { return 0 }
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        let count = Glibc.read(output, &buffer, buffer.count)
        guard count > 0 else { return nil }
        text += buffer[..<count]
        return count
    }

    /// Takes all that was read.
    func take() -> [UInt8] {
        defer { text = [] }
        return text
    }

    /// Resident megabytes now.
    var megabytes: Double {
        guard let file = fopen("/proc/\(process)/statm", "r") else { return .nan }
        defer { fclose(file) }
        var line = [UInt8](repeating: 0, count: 256)
        let count = fread(&line, 1, line.count, file)
        let words = String(decoding: line.prefix(count), as: UTF8.self).split(separator: " ")
        guard words.count > 1, let pages = Double(words[1]) else { return .nan }
        return pages * Double(sysconf(Int32(_SC_PAGESIZE))) / 1_048_576
    }

    func signal(_ number: Int32) { kill(process, number) }

    private var isOver = false

    /// Ends the program.
    func end() {
        guard !isOver else { return }
        isOver = true
        kill(process, SIGCONT)
        kill(process, SIGTERM)
        close(output)
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0 && errno == EINTR {}
    }

    /// Where a text ends, the first time that it is there.
    private static func end(of wanted: [UInt8], in text: [UInt8]) -> Int? {
        guard let first = wanted.first, text.count >= wanted.count else { return nil }
        for start in 0...text.count - wanted.count where text[start] == first {
            let end = start + wanted.count
            if text[start..<end].elementsEqual(wanted) { return end }
        }
        return nil
    }
}
