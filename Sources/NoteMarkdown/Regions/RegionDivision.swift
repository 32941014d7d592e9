// SPDX-License-Identifier: MIT
// What a division of some pieces of a body came to.

internal import NoteSyntax

/// Where the regions start that some pieces of a body make up.
struct RegionDivision {
    /// Where each region starts.
    var starts: [Int] = []
    /// Whether every region was proved.
    var isProved = true
    /// Whether a region reaches, or would have to reach, out of the pieces or over regions that were done.
    var reachesOut = false
}
