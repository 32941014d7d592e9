// SPDX-License-Identifier: MIT
// What is known of the backticks ahead, so that no run of them is looked for twice.

/// Where runs of backticks stand, so that a length that has no end is looked for once.
struct BacktickRuns {
    static var kept: Int { 64 }
    /// For each length, the last place where such a run is known to start.
    var last: InlineArray<64, Int> = .init(repeating: -1)
    /// The same for lengths that hardly occur.
    var lastOfLong: [Int: Int] = [:]
    var scannedTo = 0
    var isScanned = false
    var isUsed = false

    mutating func reset() {
        guard isUsed else { return }
        last = .init(repeating: -1)
        if !lastOfLong.isEmpty { lastOfLong = [:] }
        isScanned = false
        isUsed = false
    }

    func last(of length: Int) -> Int {
        length < Self.kept ? last[length] : lastOfLong[length] ?? -1
    }

    mutating func note(_ length: Int, at position: Int) {
        isUsed = true
        if length < Self.kept { last[length] = position } else { lastOfLong[length] = position }
    }
}
