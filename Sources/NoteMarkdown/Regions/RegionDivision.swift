// SPDX-License-Identifier: MIT
// What the division of a body came to.

/// Where the regions of a body start.
struct RegionDivision {
    /// Where each region starts.
    var starts: [Int] = []
    /// Whether every region was proved.
    var isProved = true
    /// Whether a region had to grow over more than its neighbours.
    var isWide = false
    /// How many bytes were parsed for it, those counted twice that were parsed twice.
    var parsedByteCount = 0
}
