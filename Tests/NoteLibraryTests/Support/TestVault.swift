// SPDX-License-Identifier: MIT
// A vault on the real disk for a test, with a state folder beside it.

import CNoteLinux
import Foundation
import Glibc
import NoteFiles
import NoteKit

@testable import NoteLibrary

/// A fresh vault, gone with its state folder when the value goes. Paths are below the vault; names are bytes.
final class TestVault: Sendable {
    /// What is at a path of the vault.
    enum Entry: Hashable {
        case folder
        case file([UInt8], modified: FileTime)
        case link(NotePath)
        case other

        var text: String? {
            if case .file(let bytes, _) = self { String(decoding: bytes, as: UTF8.self) } else { nil }
        }
    }

    let path: NotePath
    let root: NotePath
    let state: NotePath

    init(_ files: [String: String] = [:], folders: [String] = []) throws {
        let place = URL(fileURLWithPath: NSTemporaryDirectory())
            .resolvingSymlinksInPath().appendingPathComponent("library-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: place.appendingPathComponent("vault/.obsidian"), withIntermediateDirectories: true)
        path = NotePath(place.path)
        root = path.appending(NotePath("vault"))
        state = NotePath(Self.statePlace).appending(path.name).appending(NotePath("state"))
        for folder in folders { try makeFolder(NotePath(folder)) }
        for (name, text) in files { try write(text, to: name) }
    }

    /// In memory where there is such a place: the store flushes what it writes, and no test cuts the power.
    private static let statePlace = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : NSTemporaryDirectory()

    deinit {
        // The system clears its temporary folder too. A folder may have been closed by a test.
        let calls = LinuxCalls()
        let scan = try? FolderScan(of: root, matching: { _ in false }, includingOthers: false, calls: calls)
        for folder in scan?.folders ?? [] {
            _ = root.appending(folder.path).withCString { chmod($0, 0o700) }
        }
        try? FileManager.default.removeItem(atPath: path.description)
        try? FileManager.default.removeItem(atPath: state.folder.description)
    }

    private func check(_ answer: Int32, _ what: String) throws {
        if answer < 0 { throw TestVaultFailure(what: "\(what): \(String(cString: strerror(errno)))") }
    }

    /// Makes a folder and those above it.
    func makeFolder(_ folder: NotePath) throws {
        guard folder != .top else { return }
        try makeFolder(folder.folder)
        let answer = root.appending(folder).withCString { mkdir($0, 0o755) }
        if answer != 0, errno != EEXIST { try check(answer, "mkdir \(folder)") }
    }

    /// Writes a file as any program would, with a modification time of long ago.
    func write(_ text: String, to name: String, at second: Int = 1_000_000_000) throws {
        try write(Array(text.utf8), to: NotePath(name), at: second)
    }

    func write(_ bytes: [UInt8], to name: NotePath, at second: Int = 1_000_000_000) throws {
        try makeFolder(name.folder)
        let file = root.appending(name).withCString { open($0, O_WRONLY | O_CREAT | O_TRUNC, 0o644) }
        try check(file, "open \(name)")
        defer { close(file) }
        guard Glibc.write(file, bytes, bytes.count) == bytes.count else {
            return try check(-1, "write \(name)")
        }
        var times = [timespec(tv_sec: second, tv_nsec: 7), timespec(tv_sec: second, tv_nsec: 7)]
        try check(futimens(file, &times), "futimens \(name)")
    }

    func link(_ name: String, to target: String) throws {
        try check(root.appending(NotePath(name)).withCString { symlink(target, $0) }, "symlink \(name)")
    }

    func rename(_ old: String, to new: String) throws {
        let answer = root.appending(NotePath(old)).withCString { old in
            root.appending(NotePath(new)).withCString { Glibc.rename(old, $0) }
        }
        try check(answer, "rename \(old)")
    }

    func remove(_ name: String) throws {
        let path = root.appending(NotePath(name))
        let answer = path.withCString { unlink($0) == 0 ? 0 : rmdir($0) }
        try check(answer, "remove \(name)")
    }

    func setMode(_ mode: mode_t, of name: String) throws {
        try check(root.appending(NotePath(name)).withCString { chmod($0, mode) }, "chmod \(name)")
    }

    func exists(_ name: String) -> Bool { exists(NotePath(name)) }

    func exists(_ name: NotePath) -> Bool {
        var facts = stat()
        return root.appending(name).withCString { lstat($0, &facts) } == 0
    }

    func text(of name: String) throws -> String {
        String(
            decoding: try NoteDisk(stateFolder: state).read(root.appending(NotePath(name))).bytes,
            as: UTF8.self)
    }

    /// Everything in the vault, hidden things too, the folder `.obsidian` left out.
    func everything() throws -> [NotePath: Entry] {
        var found: [NotePath: Entry] = [:]
        try look(at: .top, &found)
        found[NotePath(".obsidian")] = nil
        return found
    }

    private func look(at folder: NotePath, _ found: inout [NotePath: Entry]) throws {
        let disk = NoteDisk(stateFolder: state)
        let calls = LinuxCalls()
        for name in try disk.names(in: root.appending(folder), where: { _ in true }) {
            let path = folder.entry(name)
            var facts = FileFacts()
            let answer = root.appending(path).withCString {
                calls.statx(cn_AT_FDCWD, $0, cn_AT_SYMLINK_NOFOLLOW, &facts)
            }
            guard answer == 0 else { throw TestVaultFailure(what: "statx \(path)") }
            switch facts.kind {
            case .directory:
                found[path] = .folder
                try look(at: path, &found)
            case .file:
                let bytes = try disk.read(root.appending(path)).bytes
                found[path] = .file(bytes, modified: facts.modified)
            case .link: found[path] = .link(NotePath("link"))
            case .other: found[path] = .other
            }
        }
    }

    /// Every path with a text in place of the file's entry; folders end in a slash.
    func texts() throws -> [String: String] {
        var texts: [String: String] = [:]
        for (path, entry) in try everything() {
            if let text = entry.text { texts[path.description] = text } else { texts["\(path)/"] = "" }
        }
        return texts
    }

    /// As a power cut may: the plans of operations that were killed are there, and nothing of how far they came.
    func forgetProgress() throws {
        let disk = NoteDisk(stateFolder: state)
        let runner = try runner()
        for place in try disk.orphanedRecords(
            in: runner.store.folder.appending(NotePath("operations")), where: { !HiddenName.isOurs($0) })
        {
            guard case .orphaned(let file) = place, let record = OperationRecord(file.bytes) else { continue }
            let plan = OperationRecord(
                id: record.id, record.operation, undoing: record.undone, record.findings)
            try file.remove(about: root)
            _ = try RecordFile(
                file.path, magic: OperationRecord.magic, records: plan.records, about: root, on: disk)
        }
    }

    func runner(
        calls: any FileCalls = StruckCalls(), patience: Int = 10_000,
        notify: @escaping @Sendable (LibraryError) -> Void = { _ in }
    ) throws -> OperationRunner {
        try OperationRunner(
            of: root, stateFolder: state, keeper: StoreVersionKeeper(stateFolder: state), patience: patience,
            calls: calls, notify: notify)
    }
}

struct TestVaultFailure: Error, CustomStringConvertible {
    let what: String
    var description: String { what }
}
