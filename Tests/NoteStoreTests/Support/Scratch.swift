// SPDX-License-Identifier: MIT
// A vault and a state folder that go with the test.

import Foundation
import NoteFiles

@testable import NoteStore

/// A folder of its own for a test, removed when the test is done.
final class Scratch {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("store-\(UUID().uuidString)")
    var state: NotePath { NotePath(folder.path + "/state") }

    init() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try makeVault("vault")
    }

    deinit {
        // The system clears its temporary folder too.
        _ = try? FileManager.default.removeItem(at: folder)
    }

    @discardableResult
    func makeVault(_ name: String) throws -> NotePath {
        let place = folder.appendingPathComponent(name)
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        return NotePath(place.path)
    }

    func path(_ name: String) -> NotePath { NotePath(folder.appendingPathComponent(name).path) }

    func store(
        _ vault: String = "vault", rule: VersionRule = .anyByte,
        notify: @escaping @Sendable (StoreNotice) -> Void = { _ in }
    ) throws -> VaultStore {
        try VaultStore(of: path(vault), stateFolder: state, rule: rule, notify: notify)
    }

    func write(_ text: String, to name: String, in vault: String = "vault") throws {
        let place = folder.appendingPathComponent(vault).appendingPathComponent(name)
        try FileManager.default.createDirectory(
            at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
        // In place, so that the file stays the same.
        guard let file = FileHandle(forWritingAtPath: place.path) else {
            return try Data(text.utf8).write(to: place)
        }
        try file.truncate(atOffset: 0)
        try file.write(contentsOf: Data(text.utf8))
        try file.close()
    }

    func move(_ old: String, to new: String) throws {
        let target = folder.appendingPathComponent(new)
        try FileManager.default.createDirectory(
            at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
        try FileManager.default.moveItem(at: folder.appendingPathComponent(old), to: target)
    }

    func remove(_ name: String) throws {
        try FileManager.default.removeItem(at: folder.appendingPathComponent(name))
    }

    /// Every file below a folder with its bytes.
    func files(below name: String) throws -> [String: Data] {
        let place = folder.appendingPathComponent(name)
        var files: [String: Data] = [:]
        for file in try FileManager.default.subpathsOfDirectory(atPath: place.path) {
            var isFolder: ObjCBool = false
            let path = place.appendingPathComponent(file)
            if FileManager.default.fileExists(atPath: path.path, isDirectory: &isFolder), !isFolder.boolValue
            {
                files[file] = try Data(contentsOf: path)
            }
        }
        return files
    }
}

extension NoteVersion {
    /// A version with an invented moment.
    init(_ note: String, _ text: String, at second: Int64, _ reason: Reason = .replaced, edited: Int64? = nil)
    {
        self.init(
            of: NotePath(note), Array(text.utf8), because: reason,
            at: FileTime(seconds: second, nanoseconds: 0),
            edited: edited.map { FileTime(seconds: $0, nanoseconds: 5) })
    }
}

extension VaultStore {
    /// The texts of a note's versions, the newest first.
    func texts(of note: String) throws -> [String] {
        try versions(of: NotePath(note)).map { String(decoding: try bytes(of: $0), as: UTF8.self) }
    }
}

extension Scratch {
    /// Removes a file of the state folder.
    func removeState(_ path: NotePath) throws {
        try FileManager.default.removeItem(atPath: path.description)
    }
}

// MARK: The index

extension Scratch {
    /// The index of the vault; its clock is so many seconds ahead, so that what was just written is at rest.
    func index(ahead seconds: Int64 = 0, state: NotePath? = nil) throws -> SearchIndex {
        try SearchIndex(of: path("vault"), stateFolder: state ?? self.state, calls: LinuxCalls()) {
            let now = LinuxCalls().wallClock()
            return FileTime(seconds: now.seconds + seconds, nanoseconds: now.nanoseconds)
        }
    }

    /// The folder that remembers the vault.
    func memory() throws -> NotePath { try VaultRegistry(in: state).folder(of: path("vault")) }

    func write(bytes: [UInt8], to name: String) throws {
        try Data(bytes).write(to: folder.appendingPathComponent("vault").appendingPathComponent(name))
    }

    /// Sets the time of a note's last change back.
    func age(_ name: String, by seconds: Int) throws {
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: 1_700_000_000 - Double(seconds))],
            ofItemAtPath: folder.appendingPathComponent("vault").appendingPathComponent(name).path)
    }

    func link(_ target: String, to name: String) throws {
        try FileManager.default.createSymbolicLink(
            atPath: folder.appendingPathComponent(name).path, withDestinationPath: target)
    }
}

extension SearchIndex {
    /// The matches of each note that is found.
    func found(_ text: String, _ options: SearchQuery.Options = []) throws -> [String: [Range<Int>]] {
        let results = try search(try SearchQuery(text, options: options))
        return Dictionary(uniqueKeysWithValues: results.hits.map { ($0.path.description, $0.matches) })
    }
}
