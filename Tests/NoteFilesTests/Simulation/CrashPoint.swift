// SPDX-License-Identifier: MIT
// Everything that a power cut at one moment leaves open.

import NoteFiles

/// A moment in a log, and the choices that a power cut there has.
struct CrashPoint: Sendable {
    /// The disk before the log starts, all of it durable.
    let start: DiskImage
    /// How much of the log had been done.
    let length: Int
    let model: CrashModel
    /// In the order of the log.
    let choices: [CrashChoice]
    /// New inodes. Without a name they are lost anyway, so they are no choice.
    private let births: [(position: Int, effect: Effect)]

    /// - Parameter sector: How many bytes the disk writes at once.
    init(_ start: DiskImage, _ log: [Effect], length: Int, model: CrashModel, sector: Int = 512) {
        self.start = start
        self.length = length
        self.model = model
        var reader = LogReader(start: start, log: log.prefix(length), model: model, sector: sector)
        reader.read()
        choices = reader.choices.filter { reader.isVisible($0.subject) }
        births = reader.births
    }

    /// The places in a log whose crash states include those of every other place: right before each
    /// sync, and the end. Between two of them states only become more. `marks` are kept too: there
    /// the caller was told something.
    static func lengths(of log: [Effect], marks: [Int]) -> [Int] {
        let syncs = log.indices.filter { log[$0].isSync }
        return Set(syncs + marks + [log.count]).sorted()
    }

    /// The disk after a power cut with these outcomes, one for each choice.
    func image(_ outcomes: [Int]) -> DiskImage {
        var image = start
        var births = births[...]
        for (choice, outcome) in zip(choices, outcomes) {
            while let birth = births.first, birth.position < choice.position {
                image.apply(birth.effect)
                births.removeFirst()
            }
            choice.apply(outcome: outcome, to: &image)
        }
        image.dropUnreachable()
        return image
    }

    /// How many selections there are, at most `limit`.
    func count(limit: Int) -> Int {
        var count = 1
        for radix in radices {
            guard count < limit else { return limit }
            count *= radix
        }
        return min(count, limit)
    }

    /// The selection with a number below `count`.
    func outcomes(number: Int) -> [Int] {
        var rest = number
        return outcomes { radix in
            defer { rest /= radix }
            return rest % radix
        }
    }

    /// A selection by chance: half of them nearly nothing, nearly everything, or torn once.
    func outcomes(using random: inout SeededGenerator) -> [Int] {
        let style = Int.random(in: 0..<6, using: &random)
        let cut = Int.random(in: 0...max(1, choices.count), using: &random)
        var index = 0
        return outcomes { radix in
            defer { index += 1 }
            return switch style {
            case 0: Int.random(in: 0..<8, using: &random) == 0 ? Int.random(in: 0..<radix, using: &random) : 0
            case 1:
                Int.random(in: 0..<8, using: &random) == 0
                    ? Int.random(in: 0..<radix, using: &random) : radix - 1
            case 2: index < cut ? radix - 1 : 0
            case 3: index < cut ? 0 : radix - 1
            default: Int.random(in: 0..<radix, using: &random)
            }
        }
    }

    // In the weak model every choice is free. In the ordered one each journal is cut somewhere.

    private var journals: [(journal: UInt64, forced: Int, total: Int)] {
        guard model == .ordered else { return [] }
        return Set(choices.compactMap(\.journal)).sorted().map { journal in
            let own = choices.filter { $0.journal == journal }
            let forced = own.lastIndex { $0.isForced }.map { $0 + 1 } ?? 0
            return (journal, forced, own.count)
        }
    }

    private var freeChoices: [CrashChoice] {
        choices.filter { !$0.isForced && (model == .weak || $0.journal == nil) }
    }

    private var radices: [Int] {
        journals.map { $0.total - $0.forced + 1 } + freeChoices.map(\.outcomes)
    }

    private func outcomes(_ pick: (Int) -> Int) -> [Int] {
        var survivors: [UInt64: Int] = [:]
        for journal in journals {
            survivors[journal.journal] = journal.forced + pick(journal.total - journal.forced + 1)
        }
        return choices.map { choice in
            if model == .ordered, let journal = choice.journal {
                let left = survivors[journal, default: 0]
                survivors[journal] = left - 1
                return left > 0 ? 1 : 0
            }
            return choice.isForced ? 0 : pick(choice.outcomes)
        }
    }
}
