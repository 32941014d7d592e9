// SPDX-License-Identifier: MIT
// What a note costs that is held open.

internal import Glibc
internal import NoteKit

/// Keystrokes in open notes, and the memory of many of them.
@MainActor
struct SessionSubject {
    let folder: String
    let vault: String

    /// From the call to the answer: the new text is there, and in the journal.
    func runKeystrokes(times: Int) async throws(BenchError) {
        let table = Table(
            "A keystroke in an open note, journalled, with the autosave going on, microseconds",
            ["note", "median", "p99", "most"])
        for (name, count) in [("10 KB", 10_000), ("1 MB", 1_000_000), ("10 MB", 10_000_000)] {
            let line = Array("A line of an ordinary note, with **some** emphasis and a [[link]].\n".utf8)
            let path = folder + "/open.md"
            try write((0..<count / line.count).flatMap { _ in line }, to: path)
            let session = NoteSession(path: path, options: options)
            var random = SplitMix(seed: 1)
            var samples = Samples()
            do throws(SessionError) {
                try await session.open()
                var at = 0
                var length = await session.snapshot.text.count
                for index in 0..<times {
                    // A few words at one place, then somewhere else.
                    if index.isMultiple(of: 40) { at = Int(random.next() % UInt64(length)) }
                    let start = Moment.now
                    try await session.replace(at..<at, with: "x")
                    samples.add(Moment.now.seconds(since: start) * 1e6)
                    at += 1
                    length += 1
                }
                try await session.close()
            } catch {
                throw BenchError(error.description)
            }
            unlink(path)
            table.row([name, samples.median.short, samples.quantile(0.99).short, samples.most.short])
        }
    }

    /// Notes of the vault, open and watched, then each with something unsaved.
    func runMemory(sessions count: Int) async throws(BenchError) {
        let notes = try notes(count)
        let table = Table("\(count) notes of \(vault) open at once", ["what", "milliseconds", "process, MB"])
        var start = Moment.now
        func row(_ what: String) throws(BenchError) {
            let milliseconds = Moment.now.seconds(since: start) * 1000
            table.row([what, milliseconds.short, try residentMegabytes().short])
            start = Moment.now
        }
        try row("nothing open")
        let sessions = notes.map { NoteSession(at: $0, options: options) }
        do {
            for session in sessions { try await session.open() }
            try row("opened")
            for session in sessions { try await session.replace(0..<0, with: "x") }
            try row("with an unsaved letter each")
            for session in sessions { try await session.undo() }
            let problems = await NoteSession.saveAll()
            guard problems.isEmpty else { throw BenchError("not saved: \(problems.count)") }
            try row("undone and saved")
            for session in sessions { try await session.close() }
            try row("closed")
        } catch {
            throw BenchError("\(error)")
        }
    }

    private func notes(_ count: Int) throws(BenchError) -> [NotePath] {
        let root = NotePath(vault)
        do throws(FileError) {
            let scan = try FolderScan(of: root, matching: { $0.suffix(3).elementsEqual(".md".utf8) })
            return scan.prefix(count).map { root.appending($0.path) }
        } catch {
            throw BenchError(error.description)
        }
    }

    private var options: SessionOptions {
        SessionOptions(stateFolder: NotePath(folder + "/state"))
    }

    private func write(_ bytes: [UInt8], to path: String) throws(BenchError) {
        let file = creat(path, 0o644)
        guard file >= 0, Glibc.write(file, bytes, bytes.count) == bytes.count, close(file) == 0 else {
            throw BenchError("cannot write \(path): \(String(cString: strerror(errno)))")
        }
    }

    /// What this process has in memory, from proc(5).
    private func residentMegabytes() throws(BenchError) -> Double {
        let file = open("/proc/self/statm", O_RDONLY)
        var bytes = [UInt8](repeating: 0, count: 256)
        let count = read(file, &bytes, bytes.count)
        close(file)
        let words = bytes.prefix(max(0, count)).split(separator: 0x20)
        guard words.count > 1, let pages = Int(String(decoding: words[1], as: UTF8.self)) else {
            throw BenchError("cannot read /proc/self/statm")
        }
        return Double(pages * sysconf(Int32(_SC_PAGESIZE))) / 1e6
    }
}
