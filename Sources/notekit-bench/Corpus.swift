// SPDX-License-Identifier: MIT
// Notes in memory, and in one file for the programs beside ours: the same bytes for all.

internal import Glibc
internal import NoteKit
internal import Synchronization

/// Notes that are parsed over and over.
struct Corpus {
    let name: String
    let notes: [[UInt8]]
    var byteCount: Int { notes.reduce(0) { $0 + $1.count } }

    init(name: String, notes: [[UInt8]]) {
        self.name = name
        self.notes = notes
    }

    /// The notes of a vault, but those that are not UTF-8.
    static func vault(_ path: String) throws(BenchError) -> Corpus {
        var notes: [[UInt8]] = []
        do {
            try VaultReader(vault: NotePath(path)).read { _, bytes in
                Array(bytes)
            } use: {
                notes.append($0)
            }
        } catch {
            throw BenchError("\(error)")
        }
        return Corpus(name: "\(notes.count) notes of a vault", notes: notes)
    }

    /// One note of a size: other notes one after the other, without their frontmatter.
    static func bigNote(of size: Int, from corpus: Corpus) throws(BenchError) -> Corpus {
        var big: [UInt8] = []
        big.reserveCapacity(size + 2_000_000)
        while big.count < size {
            let before = big.count
            for note in corpus.notes where big.count < size {
                let start =
                    Frontmatter.range(in: note)?.upperBound
                    ?? (note.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)
                big += note[start...]
                big += [0x0A, 0x0A]
            }
            guard big.count > before else { throw BenchError("the vault holds no notes") }
        }
        return Corpus(name: "one note", notes: [big])
    }

    /// Writes the notes into one file, each behind its length.
    func write(to path: String) throws(BenchError) {
        guard let file = fopen(path, "wb") else { throw BenchError("cannot write \(path)") }
        var isWritten = true
        for note in notes {
            var length = UInt32(note.count)
            isWritten = isWritten && fwrite(&length, 4, 1, file) == 1
            isWritten = isWritten && fwrite(note, 1, note.count, file) == note.count
        }
        guard fclose(file) == 0, isWritten else { throw BenchError("cannot write \(path)") }
    }

    /// The processor time of this thread that a piece of work takes for all notes, in seconds.
    func seconds(_ work: (UnsafeBufferPointer<UInt8>) -> Int) -> Double {
        let start = Self.processorSeconds
        var sum = 0
        for note in notes { sum &+= note.withUnsafeBufferPointer(work) }
        let seconds = Self.processorSeconds - start
        // Nothing that was made may be found useless and left out.
        Self.kept.store(sum, ordering: .relaxed)
        return seconds
    }

    private static let kept = Atomic<Int>(0)

    private static var processorSeconds: Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
