// SPDX-License-Identifier: MIT
// The log of a daemon that nobody looks at is there afterwards, private, and never large.

import Foundation
import NoteFiles
import NoteProtocol
import Testing

@Suite("The file of the log")
struct LogFileTests {
    private let folder = FileManager.default.temporaryDirectory
        .appendingPathComponent("log-\(UUID().uuidString)").path
    private var path: String { "\(folder)/state/notekitd.log" }

    /// A log of 40 bytes that has a descriptor of its own.
    private func log() throws -> LogFile {
        let number = open("/dev/null", O_WRONLY | O_CLOEXEC)
        try #require(number >= 0)
        let log = LogFile(at: NotePath(path), limit: 40, in: number)
        try log.take()
        return log
    }

    private func text(_ ending: String = "") throws -> String {
        try String(contentsOfFile: path + ending, encoding: .utf8)
    }

    private func mode(_ path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }

    @Test("is appended to, and this user's alone")
    func appending() throws {
        try log().append(Array("one\n".utf8))
        try log().append(Array("two\n".utf8))
        #expect(try text() == "one\ntwo\n")
        #expect(try mode(path) == 0o600)
        #expect(try mode("\(folder)/state") == 0o700)
    }

    @Test("gets another name when it is full, and there are never more than two")
    func full() throws {
        let log = try log()
        for number in 10..<25 { log.append(Array("line \(number)\n".utf8)) }
        #expect(try text(".old") == (15..<20).map { "line \($0)\n" }.joined())
        #expect(try text() == (20..<25).map { "line \($0)\n" }.joined())
        #expect(try FileManager.default.contentsOfDirectory(atPath: "\(folder)/state").count == 2)
    }

    @Test("that another process has put aside is left there")
    func asideAlready() throws {
        let (one, other) = (try log(), try log())
        for number in 10..<16 { one.append(Array("line \(number)\n".utf8)) }
        // Still has the old one, which is full.
        other.append(Array("other\n".utf8))
        #expect(try text(".old") == (10..<15).map { "line \($0)\n" }.joined())
        #expect(try text() == "line 15\nother\n")
    }

    @Test("that cannot be put aside grows no more")
    func stuck() throws {
        let log = try log()
        try FileManager.default.createDirectory(atPath: path + ".old/x", withIntermediateDirectories: true)
        for number in 10..<25 { log.append(Array("line \(number)\n".utf8)) }
        #expect(try text() == (10..<15).map { "line \($0)\n" }.joined())
    }

    @Test("is no link, and nothing but a file")
    func obstructed() throws {
        try FileManager.default.createDirectory(atPath: "\(folder)/state", withIntermediateDirectories: true)
        try Data().write(to: URL(fileURLWithPath: "\(folder)/elsewhere"))
        symlink("\(folder)/elsewhere", path)
        #expect(throws: ServiceError.self) { try log() }
        unlink(path)
        mkfifo(path, 0o600)
        #expect(throws: ServiceError.self) { try log() }
    }
}
