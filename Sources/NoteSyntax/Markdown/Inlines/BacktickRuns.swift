// SPDX-License-Identifier: MIT
// What is known of the backticks ahead, so that no run of them is looked for twice.

/// Where runs of backticks stand, so that a length that has no end is looked for once.
struct BacktickRuns: ~Copyable {
    static var kept: Int { 64 }
    /// For each length up to the longest noted, the last place where such a run is known to start.
    private var last = ScratchBuffer<Int>()
    /// The same for lengths that hardly occur.
    private var lastOfLong: [Int: Int] = [:]
    /// Whether the rest of the run of text was seen whole.
    var isScanned = false

    mutating func reset() {
        last.truncate(to: 0)
        if !lastOfLong.isEmpty { lastOfLong = [:] }
        isScanned = false
    }

    func last(of length: Int) -> Int {
        if length < Self.kept { return length < last.count ? last[length] : -1 }
        return lastOfLong[length] ?? -1
    }

    mutating func note(_ length: Int, at position: Int) {
        guard length < Self.kept else {
            lastOfLong[length] = position
            return
        }
        while last.count <= length { last.append(-1) }
        last[length] = position
    }
}
