// SPDX-License-Identifier: MIT
// Another program as something to be timed.

internal import Glibc

/// A program with its arguments.
struct Command {
    let name: String
    let words: [String]

    /// What one run cost.
    struct Cost {
        let seconds: Double
        /// The processor time of the program and of those that it waited for, in seconds.
        let processorSeconds: Double
        /// The largest resident size, in megabytes.
        let megabytes: Double
        let exitCode: Int32
    }

    /// Runs the program and answers what it printed.
    func output() throws(BenchError) -> (cost: Cost, text: String) {
        var name = Array("/tmp/notekit-bench-XXXXXX".utf8CString)
        let file = mkstemp(&name)
        guard file >= 0 else { throw BenchError("no temporary file: \(String(cString: strerror(errno)))") }
        defer {
            close(file)
            unlink(name)
        }
        let path = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let cost = try run(into: path)
        var text = [UInt8](repeating: 0, count: 65_536)
        let count = pread(file, &text, text.count, 0)
        return (cost, String(decoding: text.prefix(max(0, count)), as: UTF8.self))
    }

    /// Runs the program with its output thrown away, or into a file, and waits for it.
    func run(into path: String = "/dev/null") throws(BenchError) -> Cost {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        // A pipe or a file is not /dev/null to every program, but none here looks.
        posix_spawn_file_actions_addopen(&actions, 1, path, O_WRONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
        var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) }
        arguments.append(nil)
        defer { for argument in arguments { free(argument) } }
        var process = pid_t()
        let start = Moment.now
        let result = posix_spawnp(&process, words[0], &actions, nil, arguments, environ)
        guard result == 0 else {
            throw BenchError("cannot run \(words[0]): \(String(cString: strerror(result)))")
        }
        var status: Int32 = 0
        var usage = rusage()
        while wait4(process, &status, 0, &usage) < 0 && errno == EINTR {}
        let seconds = Moment.now.seconds(since: start)
        return Cost(
            seconds: seconds, processorSeconds: usage.processorSeconds,
            megabytes: Double(usage.ru_maxrss) / 1024, exitCode: (status >> 8) & 0xFF)
    }
}

extension rusage {
    /// Processor time in seconds, that of the kernel included.
    var processorSeconds: Double {
        Double(ru_utime.tv_sec + ru_stime.tv_sec) + Double(ru_utime.tv_usec + ru_stime.tv_usec) / 1e6
    }

    /// What this process has used so far.
    static var ofThisProcess: rusage {
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        return usage
    }
}

/// A moment of the monotonic clock.
struct Moment {
    private let nanoseconds: UInt64

    static var now: Moment {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Moment(nanoseconds: UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec))
    }

    func seconds(since start: Moment) -> Double { Double(nanoseconds &- start.nanoseconds) / 1e9 }
}

/// Why a benchmark cannot go on.
struct BenchError: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}
