// SPDX-License-Identifier: MIT
// How often what happened, so that a run which saw nothing is seen to be one.

struct ModelCounts: CustomStringConvertible {
    private(set) var counts: [String: Int] = [:]

    mutating func add(_ what: String) { counts[what, default: 0] += 1 }

    mutating func add(_ other: ModelCounts) { counts.merge(other.counts, uniquingKeysWith: +) }

    subscript(_ what: String) -> Int { counts[what] ?? 0 }

    var description: String {
        counts.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
    }
}
