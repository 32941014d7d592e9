// SPDX-License-Identifier: MIT
// Save after save until somebody ends it, each told before it begins and after it is done.

internal import Glibc
internal import NoteFiles

/// Saves the notes of a folder by turns, for ever.
///
/// Says `begin NAME VERSION` before a save and `saved NAME VERSION durable` after it; ends when a save
/// fails. Every text proves by itself which version it is and that it is whole.
struct SaveLoop {
    private let folder: String
    private let disk: NoteDisk
    private let way: SaveWay
    private let notes: Int
    private let prefix: String
    private let first: Int
    private var chance: SeededRandom

    init(_ arguments: Arguments) throws(RigFailure) {
        folder = try arguments.text("folder")
        guard let way = SaveWay(rawValue: try arguments.text("way")) else { throw RigFailure("no such way") }
        self.way = way
        notes = try arguments.number("notes", else: 8)
        prefix = try arguments.text("prefix", else: way.rawValue)
        first = try arguments.number("first", else: 1)
        chance = SeededRandom(seed: UInt64(try arguments.number("seed", else: 1)))
        var calls = HookedCalls()
        if arguments.has("without-fsync") {
            calls.before = { call, file in call == .fsync && isRegularFile(file) ? 0 : nil }
        }
        let state = NotePath(try arguments.text("state"))
        disk =
            arguments.has("without-fsync")
            ? NoteDisk(stateFolder: state, calls: calls) : NoteDisk(stateFolder: state)
    }

    /// Makes the notes that are not there yet.
    mutating func prepare() throws(RigFailure) {
        guard way != .create else { return }
        for number in 0..<notes {
            let path = "\(folder)/\(prefix)-\(number).md"
            if try OutsideFile.bytes(at: path) == nil {
                try OutsideFile.write(VersionText.bytes("\(prefix)-\(number).md", 0, &chance), to: path)
            }
        }
    }

    /// True when it was the save that ended it, not the rig.
    mutating func run() throws(RigFailure) -> Bool {
        var version = first
        while true {
            let name =
                way == .create
                ? "\(prefix)-\(version).md" : "\(prefix)-\(Int.random(in: 0..<notes, using: &chance)).md"
            let text = VersionText.bytes(name, version, &chance)
            say("begin \(name) \(version)")
            do throws(FileError) {
                let note = NotePath(folder + "/" + name)
                let base = way == .create ? [] : try disk.read(note).bytes
                let outcome = try way.save(note, with: text, base: base, on: disk)
                guard case .saved(let receipt) = outcome else { throw unexpected(outcome, note) }
                say("saved \(name) \(version) \(receipt.durable ? "durable" : "not-durable")")
            } catch {
                say("failed \(name) \(version) \(error.code) \(error.description)")
                return true
            }
            version += 1
        }
    }

    private func unexpected(_ outcome: SaveOutcome, _ note: NotePath) -> FileError {
        FileError(.save, note, call: "replace", code: .other, because: "the outcome was \(outcome)")
    }
}

private func isRegularFile(_ file: Int32) -> Bool {
    var facts = stat()
    return fstat(file, &facts) == 0 && facts.st_mode & S_IFMT == S_IFREG
}

/// A text that says which version it is and carries the digest of all that follows.
enum VersionText {
    static func bytes(_ name: String, _ version: Int, _ chance: inout SeededRandom) -> [UInt8] {
        let most = Int.random(in: 0..<4, using: &chance) == 0 ? 40_000 : 3_000
        let length = Int.random(in: 1...most, using: &chance)
        var body = Array("note \(name) version \(version)\n".utf8)
        while body.count < length { body += "\(chance.next())\n".utf8 }
        return Array("\(SHA256Digest(of: body))\n".utf8) + body
    }
}
