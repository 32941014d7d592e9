// SPDX-License-Identifier: MIT
// What stands where a file of the store should be, and keeps nobody waiting.

import Foundation
import Glibc
import NoteFiles
import Testing

@testable import NoteStore

@Suite("Something else in the place of a file of the store")
struct ObstructedStoreTests {
    enum Obstacle: CaseIterable {
        case pipe, folder, link, deadLink, socket, endless
    }

    let scratch: Scratch

    init() throws {
        scratch = try Scratch()
        try scratch.write("a word\n", to: "n.md")
    }

    private func put(_ obstacle: Obstacle, at path: String) throws {
        _ = try? FileManager.default.removeItem(atPath: path)
        switch obstacle {
        case .pipe: try #require(mkfifo(path, 0o600) == 0)
        case .folder:
            try FileManager.default.createDirectory(
                atPath: path + "/within", withIntermediateDirectories: true)
        case .link:
            try Data("not ours".utf8).write(to: scratch.folder.appendingPathComponent("target"))
            try scratch.link(scratch.path("target").description, to: relative(path))
        case .deadLink: try scratch.link(scratch.path("nowhere").description, to: relative(path))
        case .socket:
            let socket = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
            defer { close(socket) }
            // A path of a socket is short: bound in the temporary folder, then moved.
            let short = "/tmp/\(UInt32.random(in: 0 ... .max))"
            var address = sockaddr_un()
            address.sun_family = sa_family_t(AF_UNIX)
            withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(short.utf8)) }
            let bound = withUnsafePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    bind(socket, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
                }
            }
            try #require(bound == 0)
            try FileManager.default.moveItem(atPath: short, toPath: path)
        case .endless: try scratch.link("/dev/zero", to: relative(path))
        }
    }

    private func relative(_ path: String) -> String { String(path.dropFirst(scratch.folder.path.count + 1)) }

    private func isUntouched() -> Bool {
        guard let target = FileManager.default.contents(atPath: scratch.path("target").description) else {
            return access(scratch.path("nowhere").description, F_OK) != 0
        }
        return target == Data("not ours".utf8)
    }

    @Test(
        "is refused by its name, and neither followed nor waited for", .timeLimit(.minutes(2)),
        arguments: [
            "store.sqlite", "store.sqlite-wal", "store.sqlite-shm", "store.sqlite-journal",
            "store-mended.sqlite",
            "opening", "using", "reached",
        ], Obstacle.allCases)
    func refused(name: String, obstacle: Obstacle) throws {
        try scratch.store().keep(NoteVersion("n.md", "1", at: 1))
        let folder = try scratch.memory()
        let others = try scratch.files(below: relative(folder.description)).filter { $0.key != name }
        try put(obstacle, at: "\(folder)/\(name)")
        // A link that leads nowhere is no mended database.
        if name == "store-mended.sqlite", obstacle == .deadLink {
            #expect(try scratch.store().texts(of: "n.md") == ["1"])
        } else {
            let error = #expect(throws: StoreError.self) { try scratch.store() }
            #expect(error?.path == folder.appending(NotePath(name)))
            #expect(error?.description.hasSuffix("No note was touched.") == true)
        }
        #expect(isUntouched())
        // What is in the way goes, and everything is as it was.
        try FileManager.default.removeItem(atPath: "\(folder)/\(name)")
        if let bytes = others["store.sqlite"] {
            #expect(try Data(contentsOf: URL(fileURLWithPath: "\(folder)/store.sqlite")) == bytes)
            #expect(try scratch.store().texts(of: "n.md") == ["1"])
        }
    }

    @Test(
        "is replaced, or refused, where a file holds a few words only", .timeLimit(.minutes(2)),
        arguments: ["vault", "vault.new", "number", "number.new"], Obstacle.allCases)
    func words(name: String, obstacle: Obstacle) throws {
        try scratch.store().keep(NoteVersion("n.md", "1", at: 1))
        try put(obstacle, at: "\(try scratch.memory())/\(name)")
        do {
            #expect(try scratch.store().texts(of: "n.md") == ["1"])
        } catch let error as StoreError {
            #expect(error.description.hasSuffix("No note was touched."))
        }
        #expect(isUntouched())
    }

    @Test(
        "of the index hinders no search, and neither is followed nor waited for", .timeLimit(.minutes(2)),
        arguments: [
            "index.sqlite", "index.sqlite-wal", "index.sqlite-shm", "index-using", "index-writing",
        ], Obstacle.allCases)
    func index(name: String, obstacle: Obstacle) throws {
        do {
            let index = try SearchIndex(of: scratch.path("vault"), stateFolder: scratch.state)
            try index.refresh()
        }
        try put(obstacle, at: "\(try scratch.memory())/\(name)")
        let index = try SearchIndex(of: scratch.path("vault"), stateFolder: scratch.state)
        let report = try index.refresh()
        #expect(try index.found("word").keys.sorted() == ["n.md"])
        let memory = try scratch.memory()
        if let hindrance = report.hindrance { #expect(hindrance.description.contains("'\(memory)/")) }
        #expect(isUntouched())
    }
}
