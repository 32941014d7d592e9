// SPDX-License-Identifier: MIT
// One pass over a vault: every note once, in order, few at a time, and ended when the caller wants.

import Foundation
import NoteFiles
import Synchronization
import Testing

@testable import NoteKit

@Suite("A pass over a vault")
struct VaultReaderTests {
    private struct Enough: Error {}

    /// A vault of numbered notes.
    private func vault(of count: Int) throws -> ScratchFolder {
        let folder = try ScratchFolder()
        for index in 0..<count {
            let name = String(index + 10_000)
            try Data("note \(name)".utf8).write(to: URL(fileURLWithPath: "\(folder.path)/\(name).md"))
        }
        return folder
    }

    @Test("hands on what was made in the order of the paths, on the calling thread", arguments: [1, 2, 5])
    func order(jobs: Int) throws {
        let folder = try vault(of: 1_500)
        let thread = pthread_self()
        var texts: [String] = []
        let report = try VaultReader(vault: NotePath(folder.path), jobs: jobs).read { path, bytes in
            "\(path) " + String(decoding: bytes, as: UTF8.self)
        } use: { text in
            #expect(pthread_equal(thread, pthread_self()) != 0)
            texts.append(text)
        }
        #expect(texts == (10_000..<11_500).map { "\($0).md note \($0)" })
        #expect(report.notes == 1_500 && report.bytes == 15_000)
        #expect(report.unreadable.isEmpty && report.skipped.isEmpty)
    }

    @Test("holds little of what was made while the first note is slow", arguments: [2, 4])
    func bounded(jobs: Int) throws {
        let folder = try vault(of: 6_000)
        let made = Atomic<Int>(0)
        var most = 0
        var used = 0
        try VaultReader(vault: NotePath(folder.path), jobs: jobs).read { path, _ in
            // The other workers run ahead as far as they may.
            if path == NotePath("10000.md") {
                var last = -1
                while made.load(ordering: .relaxed) != last {
                    last = made.load(ordering: .relaxed)
                    for _ in 0..<200 { sched_yield() }
                }
            }
            made.wrappingAdd(1, ordering: .relaxed)
            return path
        } use: { (_: NotePath) in
            most = max(most, made.load(ordering: .relaxed) - used)
            used += 1
        }
        #expect(used == 6_000)
        #expect(most <= (64 + jobs + 1) * 32, "\(most)")
    }

    @Test("ends when the caller throws", arguments: [1, 3])
    func ends(jobs: Int) throws {
        let folder = try vault(of: 4_000)
        var used = 0
        #expect(throws: Enough.self) {
            try VaultReader(vault: NotePath(folder.path), jobs: jobs).read { path, _ in
                path
            } use: { _ in
                used += 1
                if used == 100 { throw Enough() }
            }
        }
        #expect(used == 100)
    }

    @Test("leaves out what is not UTF-8 or no file, and says so")
    func leftOut() throws {
        let folder = try vault(of: 2)
        try Data([0x61, 0xFF]).write(to: URL(fileURLWithPath: folder.path + "/bad.md"))
        #expect(mkfifo(folder.path + "/pipe.md", 0o644) == 0)
        var paths: [NotePath] = []
        let report = try VaultReader(vault: NotePath(folder.path)).read { path, _ in
            path
        } use: {
            paths.append($0)
        }
        #expect(paths == [NotePath("10000.md"), NotePath("10001.md")])
        #expect(report.notes == 3)
        #expect(report.unreadable.map(\.path) == [NotePath("bad.md")])
        #expect(report.unreadable.map(\.offset) == [1])
        #expect(report.skipped.map(\.path) == [NotePath("pipe.md")])
    }

    @Test("of no folder is an error before anything is made")
    func noFolder() throws {
        let folder = try vault(of: 1)
        for path in ["nowhere", "10000.md"] {
            #expect(throws: FileError.self) {
                try VaultReader(vault: NotePath("\(folder.path)/\(path)")).read { path, _ in
                    path
                } use: { _ in
                    Issue.record("something was made")
                }
            }
        }
    }
}

@Suite("The place of a note")
struct NotePlaceTests {
    @Test("is its path below the nearest folder above that holds .obsidian")
    func nearest() throws {
        let folder = try ScratchFolder(with: "v/.obsidian")
        let real = URL(fileURLWithPath: folder.path).resolvingSymlinksInPath().path
        for name in ["v/a/b", "v/a/w/.obsidian", "v/a/w/c"] {
            try FileManager.default.createDirectory(
                atPath: "\(folder.path)/\(name)", withIntermediateDirectories: true)
        }
        func place(_ path: String) throws -> [String] {
            let place = try NotePlace(of: NotePath("\(folder.path)/\(path)"))
            return [place.vault.description, place.path.description]
        }
        #expect(try place("v/n.md") == ["\(real)/v", "n.md"])
        #expect(try place("v/a/b/n.md") == ["\(real)/v", "a/b/n.md"])
        #expect(try place("v/a/../a/w/c/n.md") == ["\(real)/v/a/w", "c/n.md"])
        #expect(try place("n.md") == [real, "n.md"])
        #expect(throws: FileError.self) { try place("gone/n.md") }
    }
}
