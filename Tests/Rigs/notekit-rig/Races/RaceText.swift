// SPDX-License-Identifier: MIT
// Texts that cannot be mistaken for each other, nor for half of each other.

/// Whose text it is.
enum RaceSide: UInt64 {
    case ours = 1
    case theirs, otherSaver
}

/// The text that one side writes in one round: unique, and of a length of its own.
enum RaceText {
    static func bytes(_ side: RaceSide, seed: UInt64, round: UInt64, length: Int? = nil) -> [UInt8] {
        var chance = SeededRandom(seed: seed ^ side.rawValue &* 0x5851_F42D_4C95_7F2D, round: round)
        // Mostly a short note; sometimes several pages.
        let most = Int.random(in: 0..<8, using: &chance) == 0 ? 9000 : 1500
        let drawn = Int.random(in: 64...most, using: &chance)
        let head = Array("\(side) \(seed) \(round)\n".utf8)
        // The filling differs too, so that a head on a foreign body shows.
        let filling = UInt8(33 + Int.random(in: 0..<90, using: &chance))
        let wanted = length ?? drawn
        let tail = [UInt8](repeating: filling, count: max(0, wanted - head.count))
        return Array((head + tail).prefix(wanted))
    }
}
