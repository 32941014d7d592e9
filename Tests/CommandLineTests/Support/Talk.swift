// SPDX-License-Identifier: MIT
// A program that holds a note open through `notekit session`.

import Foundation
import Testing

/// A running `notekit session`, as another program talks to it.
final class Talk {
    /// What the session said without being asked, since the last answer.
    private(set) var heard: [Answer] = []
    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()
    private let problems = Pipe()
    private var unread: [UInt8] = []
    private let programEnd = ProcessEnd()

    /// Opens a file of a terminal's folder.
    ///
    /// - Parameter pause: When it saves by itself: in an hour, so that the test decides.
    init(_ file: String, in terminal: Terminal, pause: Int = 3_600_000) throws {
        process.executableURL = Terminal.programs.appendingPathComponent("notekit")
        process.arguments = ["session", file, "--pause", "\(pause)"]
        process.currentDirectoryURL = terminal.folder
        process.environment = terminal.environment
        process.standardInput = input
        process.standardOutput = output
        process.standardError = problems
        try programEnd.start(process)
    }

    deinit { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }

    /// The next line; nil at the end.
    func line() async throws -> Answer? {
        while true {
            if let newline = unread.firstIndex(of: 0x0A) {
                let line = String(decoding: unread[..<newline], as: UTF8.self)
                unread.removeFirst(newline + 1)
                return try Answer(line)
            }
            let file = output.fileHandleForReading
            let piece: Data? = await withCheckedContinuation { continuation in
                DispatchQueue.global().async {
                    // What is never said fails its test instead of hanging it.
                    var ready = pollfd(fd: file.fileDescriptor, events: Int16(POLLIN), revents: 0)
                    let isThere = poll(&ready, 1, 60_000) > 0
                    continuation.resume(returning: isThere ? file.availableData : nil)
                }
            }
            guard let piece else { throw Silence() }
            if piece.isEmpty { return nil }
            unread += piece
        }
    }

    /// The next line that holds a field; what comes before it is in `heard`.
    func line(with field: String) async throws -> Answer {
        while let line = try await line() {
            if line.fields[field] != nil { return line }
            heard.append(line)
        }
        throw Silence()
    }

    /// Sends bytes as they are.
    func send(_ bytes: [UInt8]) throws { try input.fileHandleForWriting.write(contentsOf: Data(bytes)) }

    /// Sends a request and waits for its answer; what comes before that is in `heard`.
    @discardableResult
    func ask(_ request: String) async throws -> Answer {
        heard = []
        try send(Array("\(request)\n".utf8))
        return try await line(with: "op")
    }

    /// Edits, and answers the answer.
    @discardableResult
    func edit(_ start: Int, _ end: Int, _ text: String, revision: Int? = nil) async throws -> Answer {
        let quoted = String(decoding: try JSONEncoder().encode(text), as: UTF8.self)
        let known = revision.map { #","revision":\#($0)"# } ?? ""
        return try await ask(#"{"op":"edit","start":\#(start),"end":\#(end),"text":\#(quoted)\#(known)}"#)
    }

    /// The text that the session holds.
    func text() async throws -> String? { try await ask(#"{"op":"text"}"#)["text"] }

    /// Ends the input, and waits for the end.
    ///
    /// - Returns: What was said after the last answer, what went to the standard error, and the exit code:
    ///   the negative number of the signal where one ended it.
    func close() async throws -> (lines: [Answer], err: String, code: Int32) {
        try endInput()
        return try await end()
    }

    /// Sends a signal, and waits for the end.
    @discardableResult
    func end(by signal: Int32) async throws -> (lines: [Answer], err: String, code: Int32) {
        self.signal(signal)
        return try await end()
    }

    /// Sends a signal.
    func signal(_ number: Int32) { kill(process.processIdentifier, number) }

    /// Asks for nothing more.
    func endInput() throws { try input.fileHandleForWriting.close() }

    /// Reads no more, like a program that went away.
    func stopListening() throws { try output.fileHandleForReading.close() }

    private func end() async throws -> (lines: [Answer], err: String, code: Int32) {
        var lines: [Answer] = []
        while let line = try await line() { lines.append(line) }
        return try await ending(lines)
    }

    /// Waits for the end without listening.
    func ending(_ lines: [Answer] = []) async throws -> (lines: [Answer], err: String, code: Int32) {
        let code = await programEnd.wait()
        return (lines, String(decoding: problems.fileHandleForReading.availableData, as: UTF8.self), code)
    }

    /// The session did not say what was waited for.
    struct Silence: Error {}
}
