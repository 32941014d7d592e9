// SPDX-License-Identifier: MIT
// What a keystroke costs in a large note.

internal import NoteKit

/// One letter typed at a random place of a note, while the version before it is still held.
struct KeystrokeSubject {
    func run(times: Int) throws(BenchError) {
        let table = Table(
            "A keystroke in a note, the version before still held, microseconds",
            ["note", "median", "p99", "reading the note, ms"])
        for megabytes in [1, 10, 100] {
            let line = Array("A line of an ordinary note, with **some** emphasis and a [[link]].\r\n".utf8)
            let bytes = [UInt8]((0..<megabytes * 1_000_000 / line.count).lazy.flatMap { _ in line })
            let start = Moment.now
            var text: NoteText
            do throws(UnreadableText) {
                text = try NoteText(bytes: bytes)
            } catch {
                throw BenchError("the made note is unreadable: \(error)")
            }
            let reading = Moment.now.seconds(since: start) * 1000
            var random = SplitMix(seed: 1)
            var samples = Samples()
            for _ in 0..<times {
                let before = text
                let at = Int(random.next() % UInt64(text.count))
                let start = Moment.now
                text.replace(at..<at, with: "x")
                samples.add(Moment.now.seconds(since: start) * 1e6)
                guard before.count + 1 == text.count else { throw BenchError("a keystroke was lost") }
            }
            table.row(["\(megabytes) MB", samples.median.short, samples.quantile(0.99).short, reading.short])
        }
    }
}
