// SPDX-License-Identifier: MIT
// Hostile texts of some size and of twice that size: does the time grow with the size, and no faster?

internal import Glibc
internal import NoteSyntax
internal import SyntaxProof

/// Puts each kind of hostile text through the library in two sizes and compares the processor time.
///
/// Memory that is given back has to be fetched again from the kernel, page by page, and from some size on that
/// is always so. It is to be run with `MALLOC_MMAP_MAX_=0 MALLOC_TRIM_THRESHOLD_=…`, so that both sizes pay the
/// same; see `man 3 mallopt`.
struct HostileRig {
    private let size: Int
    private let limit: Double
    private let only: String
    private let work: String

    init(_ arguments: Arguments) throws(RigFailure) {
        size = try arguments.number("bytes", else: 10_000_000)
        // In hundredths; 0 for no limit.
        limit = Double(try arguments.number("limit", else: 230)) / 100
        only = try arguments.text("only", else: "")
        work = try arguments.text("work", else: "")
    }

    /// True when nothing grew faster than the limit, and no range was wrong; texts that fill tables may grow by
    /// three tenths more.
    func run() -> Bool {
        var isSound = true
        var worst = (ratio: 0.0, what: "nothing")
        var measured = 0
        for text in HostileText.all where only.isEmpty || text.description == only {
            let small = text.bytes(count: size)
            let large = text.bytes(count: size * 2)
            for work in HostileWork.allCases where self.work.isEmpty || "\(work)" == self.work {
                if let fault = work.fault(in: small) {
                    say("\(text), \(work): \(fault)")
                    isSound = false
                }
                let limit = text.fillsTables ? limit * 1.3 : limit
                let (ratio, seconds) = ratio(of: work, small, large, limit: limit)
                measured += 1
                if ratio > worst.ratio, !text.fillsTables { worst = (ratio, "\(text), \(work)") }
                if limit > 0, ratio > limit {
                    isSound = false
                    say(
                        "\(text), \(work): twice the bytes take \(ratio.short) times as long, \(seconds.short) s"
                    )
                }
                if !only.isEmpty { say("\(text), \(work): \(ratio.short) times, \(seconds.short) s") }
            }
        }
        say(
            "\(measured) measurements of \(HostileText.all.count) hostile texts of \(size) and \(size * 2) bytes; "
                + "the steepest: \(worst.ratio.short) times (\(worst.what))")
        return isSound && measured > 0
    }

    /// By how much the time grows, and the time of the large text.
    ///
    /// Others use this machine: the shortest of some runs counts, and a ratio that is too high is measured
    /// again before it is believed. What takes less than 20 ms says nothing.
    private func ratio(
        of work: HostileWork, _ small: [UInt8], _ large: [UInt8], limit: Double
    ) -> (Double, Double) {
        var best = (small: Double.infinity, large: Double.infinity)
        for round in 0..<8 {
            best.small = min(best.small, Clock.processorSeconds { work.run(small) })
            best.large = min(best.large, Clock.processorSeconds { work.run(large) })
            let isClear = best.large < 0.02 || best.large / best.small < (limit > 0 ? limit * 0.95 : 100)
            if isClear && round >= (limit > 0 ? 1 : 0) { break }
        }
        // A byte count that is not quite doubled must not hide anything.
        let grown = Double(large.count) / Double(small.count) / 2
        return (best.large < 0.02 ? 0 : best.large / best.small / max(grown, 0.01), best.large)
    }
}

extension Double {
    /// With two digits.
    fileprivate var short: String { "\((self * 100).rounded() / 100)" }
}
