// SPDX-License-Identifier: MIT
// Chance that can be had again from its seed.

/// SplitMix64: small, fast, and every seed gives another sequence.
struct SeededRandom: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    /// The chance of one round: the same in every process that knows the seed.
    init(seed: UInt64, round: UInt64) {
        state = seed
        state = next() ^ (round &* 0xD134_2543_DE82_EF95)
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
