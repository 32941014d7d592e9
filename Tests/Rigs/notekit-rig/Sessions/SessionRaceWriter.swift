// SPDX-License-Identifier: MIT
// The other program: it writes the note that is open, and keeps what it displaces.

internal import CNoteLinux
internal import Glibc

/// The writer's side of the session races, in a process of its own.
///
/// What it displaces is its own to answer for, so it appends that to a file outside of the vault. Where it
/// cannot know what it displaced, since the session was at work at that very moment, it notes when that was.
struct SessionRaceWriter {
    private let note: String
    private let outside: String
    private let seed: UInt64
    private let words: SharedWords
    private let displaced: Int32
    private let unclear: Int32
    private var turn: UInt64 = 0
    private var isReleased = false
    private var chance = SeededRandom(seed: 0)

    init(_ arguments: Arguments) throws(RigFailure) {
        note = try arguments.text("note")
        outside = try arguments.text("outside")
        seed = UInt64(bitPattern: Int64(try arguments.number("seed")))
        words = try SharedWords(mapping: Int32(try arguments.number("shared")))
        displaced = try OutsideFile.open(outside + "/displaced", O_WRONLY | O_CREAT | O_APPEND)
        unclear = try OutsideFile.open(outside + "/unclear", O_WRONLY | O_CREAT | O_APPEND)
    }

    /// Takes part in every turn until told to quit.
    mutating func run() throws(RigFailure) {
        while true {
            turn += 1
            words.wait(for: .turn, toBe: turn)
            if words[.quit] == 1 { return }
            isReleased = false
            chance = SeededRandom(seed: seed ^ 0x7772, round: turn)
            do throws(RigFailure) {
                guard let move = SessionMove(rawValue: words[.move]) else { throw RigFailure("no such move") }
                for _ in 0..<words[.count] { try make(move) }
            } catch {
                words[.failed] = 1
                words[.ready] = turn
                words[.done] = turn
                throw error
            }
            release()
            words[.done] = turn
        }
    }

    private mutating func make(_ move: SessionMove) throws(RigFailure) {
        let bytes = Token.text(Token.outside(words[.written] + 1, seed: seed))
        switch move {
        case .cutAndWrite:
            release()
            let file = try openNote(O_RDWR)
            pause()
            try rewrite(file, with: bytes)
        case .openTruncating:
            release()
            try openTruncating(bytes)
        case .renameOver:
            let new = try newFile(bytes)
            release()
            let before = words[.sequence]
            let old = try openNote(O_RDONLY)
            guard Glibc.rename(new, note) == 0 else { throw RigFailure("rename: \(errno)") }
            try account(for: old, since: before)
        case .exchange:
            let new = try newFile(bytes)
            release()
            switch cn_renameat2(cn_AT_FDCWD, new, cn_AT_FDCWD, note, cn_RENAME_EXCHANGE) {
            case 0: try keep(fileAt: new)
            case -Int(ENOENT):
                try OutsideFile.remove(new)
                try create(bytes)
            case let result: throw RigFailure("exchange: \(result)")
            }
        case .heldOpen, .heldUntilSaved:
            let file = try openNote(O_RDWR)
            release()
            if move == .heldUntilSaved { words.wait(for: .finished, toBe: turn) }
            try rewrite(file, with: bytes)
        case .recreate:
            release()
            let before = words[.sequence]
            let old = try openNote(O_RDONLY)
            // Where it is gone already nothing is displaced, and to keep it does no harm.
            _ = unlink(note)
            try account(for: old, since: before)
            pause()
            try create(bytes)
        case .takeAndCreate:
            release()
            try take(note)
            pause()
            try create(bytes)
        case .awayAndBack:
            release()
            try goAwayAndBack()
            return
        }
        words[.written] += 1
    }

    // MARK: The steps

    /// Says that everything is set up, and goes on at the session's word. Later steps of a turn follow at once.
    private mutating func release() {
        if isReleased { return pause() }
        isReleased = true
        words[.ready] = turn
        words.wait(for: .go, toBe: turn)
        Clock.spin(nanoseconds: words[.delay])
    }

    private mutating func pause() {
        let most = words[.gap]
        if most > 0 { Clock.spin(nanoseconds: UInt64.random(in: 0..<most, using: &chance)) }
    }

    /// The note, if it is there.
    private func openNote(_ flags: Int32) throws(RigFailure) -> Int32? {
        let file = Int32(cn_openat(cn_AT_FDCWD, note, flags | cn_O_CLOEXEC, 0))
        if file == -ENOENT { return nil }
        guard file >= 0 else { throw RigFailure("open \(note): \(-file)") }
        return file
    }

    private mutating func rewrite(_ file: Int32?, with bytes: [UInt8]) throws(RigFailure) {
        guard let file else { return try create(bytes) }
        defer { close(file) }
        // Nobody else writes into a file that is there, so this is what is displaced.
        try keep(file)
        guard ftruncate(file, 0) == 0 else { throw RigFailure("ftruncate: \(errno)") }
        pause()
        try OutsideFile.put(bytes, to: file)
    }

    private mutating func openTruncating(_ bytes: [UInt8]) throws(RigFailure) {
        let before = words[.sequence]
        if let old = try openNote(O_RDONLY) {
            defer { close(old) }
            // Afterwards it would be too late, where it is the same file.
            try keep(old)
        }
        guard let file = try openNote(O_WRONLY | O_TRUNC) else { return try create(bytes) }
        defer { close(file) }
        try account(for: nil, since: before)
        pause()
        try OutsideFile.put(bytes, to: file)
    }

    private func newFile(_ bytes: [UInt8]) throws(RigFailure) -> String {
        let new = outside + "/new"
        try OutsideFile.write(bytes, to: new)
        return new
    }

    /// Makes the note, whoever else makes it at the same time.
    private func create(_ bytes: [UInt8]) throws(RigFailure) {
        for _ in 0..<10_000 {
            let file = Int32(cn_openat(cn_AT_FDCWD, note, O_WRONLY | O_CREAT | O_EXCL | cn_O_CLOEXEC, 0o644))
            if file == -EEXIST {
                try take(note)
                continue
            }
            guard file >= 0 else { throw RigFailure("create \(note): \(-file)") }
            defer { close(file) }
            return try OutsideFile.put(bytes, to: file)
        }
        throw RigFailure("the note could not be made")
    }

    private mutating func goAwayAndBack() throws(RigFailure) {
        let away = note + ".away.md"
        if Glibc.rename(note, away) != 0 { return }
        pause()
        let back = cn_renameat2(cn_AT_FDCWD, away, cn_AT_FDCWD, note, cn_RENAME_NOREPLACE)
        // The session has made it again, or followed it and moved it on.
        if back == -Int(EEXIST) { try take(away) }
        guard [0, -Int(EEXIST), -Int(ENOENT)].contains(back) else { throw RigFailure("rename: \(back)") }
    }

    // MARK: What is displaced

    /// Takes a file out of the vault, in one step, and keeps what is in it.
    private func take(_ path: String) throws(RigFailure) {
        let taken = outside + "/taken"
        if Glibc.rename(path, taken) != 0 {
            guard errno == ENOENT else { throw RigFailure("rename: \(errno)") }
            return
        }
        try keep(fileAt: taken)
    }

    private func keep(fileAt path: String) throws(RigFailure) {
        let file = try OutsideFile.open(path, O_RDONLY)
        defer { close(file) }
        try keep(file)
        try OutsideFile.remove(path)
    }

    private func keep(_ file: Int32) throws(RigFailure) {
        var size = stat()
        guard fstat(file, &size) == 0 else { throw RigFailure("fstat: \(errno)") }
        var bytes = [UInt8](repeating: 0, count: Int(size.st_size))
        let count = pread(file, &bytes, bytes.count, 0)
        guard count >= 0 else { throw RigFailure("pread: \(errno)") }
        bytes = bytes.prefix(count) + [0x0A]
        guard Glibc.write(displaced, bytes, bytes.count) == bytes.count else {
            throw RigFailure("write: \(errno)")
        }
    }

    /// Keeps what a call displaced that said nothing of it: the file that had the name before, unless the
    /// session was at work.
    private func account(for old: Int32?, since before: UInt64) throws(RigFailure) {
        let after = words[.sequence]
        if let old {
            defer { close(old) }
            try keep(old)
        }
        if before == after, before.isMultiple(of: 2) { return }
        // The session may as well have put back what was written here last.
        let line = Array("\(before) \(after) \(words[.written])\n".utf8)
        guard Glibc.write(unclear, line, line.count) == line.count else {
            throw RigFailure("write: \(errno)")
        }
    }
}
