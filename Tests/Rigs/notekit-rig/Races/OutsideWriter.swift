// SPDX-License-Identifier: MIT
// The other program: it writes the note and knows nothing of us.

internal import Glibc

/// The writer's side of the races, in a process of its own.
struct OutsideWriter {
    let note: String
    let seed: UInt64
    let words: SharedWords

    /// Takes part in every round until told to quit.
    func run() throws(RigFailure) {
        var round: UInt64 = 1
        while true {
            words.wait(for: .turn, toBe: round)
            if words[.quit] == 1 { return }
            do throws(RigFailure) {
                try write(round)
            } catch {
                words[.failed] = 1
                words[.ready] = round
                words[.done] = round
                throw error
            }
            words[.done] = round
            round += 1
        }
    }

    private func write(_ round: UInt64) throws(RigFailure) {
        guard let move = WriterMove(rawValue: words[.move]) else { throw RigFailure("no such move") }
        let bytes = RaceText.bytes(.theirs, seed: seed, round: round)
        switch move {
        case .truncateByOpening:
            release(round)
            let file = try OutsideFile.open(note, O_WRONLY | O_TRUNC)
            Clock.spin(nanoseconds: words[.gap])
            try putAndClose(bytes, file)
        case .truncateAfterOpening:
            release(round)
            let file = try OutsideFile.open(note, O_WRONLY)
            Clock.spin(nanoseconds: words[.gap])
            try cut(file, 0)
            try putAndClose(bytes, file)
        case .renameOver:
            let temporary = note + ".outside"
            try OutsideFile.write(bytes, to: temporary)
            release(round)
            guard Glibc.rename(temporary, note) == 0 else { throw RigFailure("rename: \(errno)") }
        case .heldOpen, .heldUntilSaved:
            let file = try OutsideFile.open(note, O_RDWR)
            release(round)
            if move == .heldUntilSaved { words.wait(for: .finished, toBe: round) }
            try putAndClose(bytes, file)
        case .openedJustBefore:
            release(round)
            let file = try OutsideFile.open(note, O_WRONLY)
            Clock.spin(nanoseconds: words[.gap])
            try putAndClose(bytes, file)
        case .mapped:
            try writeThroughMapping(round)
        }
        words[.published] = Clock.now
    }

    /// Says that everything is set up, and lets the round begin at the saver's word.
    private func release(_ round: UInt64) {
        words[.ready] = round
        words.wait(for: .go, toBe: round)
        Clock.spin(nanoseconds: words[.delay])
        words[.publishing] = Clock.now
    }

    private func putAndClose(_ bytes: [UInt8], _ file: Int32) throws(RigFailure) {
        defer { close(file) }
        try OutsideFile.put(bytes, to: file)
        try cut(file, bytes.count)
    }

    private func cut(_ file: Int32, _ size: Int) throws(RigFailure) {
        guard ftruncate(file, size) == 0 else { throw RigFailure("ftruncate: \(errno)") }
    }

    private func writeThroughMapping(_ round: UInt64) throws(RigFailure) {
        let file = try OutsideFile.open(note, O_RDWR)
        let size = Int(lseek(file, 0, SEEK_END))
        let memory = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0)
        close(file)
        guard let memory, memory != MAP_FAILED else { throw RigFailure("mmap of the note: \(errno)") }
        release(round)
        // A mapping cannot make the file longer or shorter.
        RaceText.bytes(.theirs, seed: seed, round: round, length: size).withUnsafeBytes {
            memory.copyMemory(from: $0.baseAddress.unsafelyUnwrapped, byteCount: size)
        }
        munmap(memory, size)
    }
}
