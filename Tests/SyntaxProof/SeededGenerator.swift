// SPDX-License-Identifier: MIT
// Random numbers that a printed seed brings back.

/// SplitMix64: small, fast, and the same on every machine.
package struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    /// The numbers of a seed.
    package init(seed: UInt64) { state = seed }

    /// The next of them.
    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }

    /// A number from 0 on below a limit.
    package mutating func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &self) }

    /// True once in so many times.
    package mutating func oneIn(_ chance: Int) -> Bool { below(chance) == 0 }

    /// One of some choices.
    package mutating func pick<Choices: RandomAccessCollection>(_ choices: Choices) -> Choices.Element
    where Choices.Index == Int { choices[choices.startIndex + below(choices.count)] }
}
