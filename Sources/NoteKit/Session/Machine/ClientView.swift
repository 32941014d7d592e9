// SPDX-License-Identifier: MIT
// How an edit is placed that its client made on a text of its own: an older one, or one with edits under way.

/// The text as a client sees it, by what it does not know of: the changes that lead from there to the text of now.
///
/// A client that does not wait for answers sees a revision that it was told of, with the edits on top that it has
/// made since. What others changed in the meantime speaks of another text. It is kept here as if it had been made
/// behind the client's own edits, so that only what others did moves its ranges.
struct ClientView: Sendable {
    /// What the client does not know of, in order; the first speaks of the text that it sees.
    private var others: [RevisionLog.Entry]
    /// The revision as far as changes are in `others`, or known to the client.
    private(set) var latest: Int

    /// Where a range of the client's text is now.
    enum Place: Hashable {
        case range(Range<Int>)
        /// That part was changed by others.
        case unknown
        /// It is not in the client's text.
        case outside
    }

    /// The view of a client that sees a revision as it was.
    ///
    /// - Parameter now: The revision of now.
    /// - Returns: Nil where that revision is too long ago, or never was.
    init?(of revision: Int, now: Int, in log: RevisionLog) {
        guard revision <= now, let changes = log.changes(after: revision) else { return nil }
        others = Array(changes)
        latest = now
    }

    /// Takes in what was changed since the client's last edit, and that it knows of a revision by now.
    ///
    /// - Returns: False where that cannot be told any more.
    mutating func catchUp(to revision: Int, now: Int, in log: RevisionLog) -> Bool {
        guard revision <= now, others.count <= RevisionLog.most, let changes = log.changes(after: latest)
        else {
            return false
        }
        others += changes
        guard !others.contains(where: { $0.contains(revision) }) else { return false }
        others.removeAll { $0.revision <= revision }
        latest = now
        return true
    }

    /// Places a range of the client's text in the text of now.
    ///
    /// What others inserted exactly where the range begins stays in front of it.
    ///
    /// - Parameter count: How long the text is now.
    func place(_ range: Range<Int>, now count: Int) -> Place {
        let countThen = others.reduce(count) { $0 - $1.growth }
        guard range.lowerBound >= 0, range.upperBound <= countThen else { return .outside }
        var range = range
        for other in others {
            if other.range.upperBound <= range.lowerBound {
                range = range.moved(by: other.growth)
            } else if other.range.lowerBound < range.upperBound {
                return .unknown
            }
        }
        return .range(range)
    }

    /// The client made an edit, which was placed.
    ///
    /// - Parameters:
    ///   - range: What it replaced, in the client's text.
    ///   - growth: How much longer the text is with it.
    mutating func follow(_ range: Range<Int>, growth: Int) {
        var range = range
        for index in others.indices {
            let other = others[index]
            if other.range.upperBound <= range.lowerBound {
                range = range.moved(by: other.growth)
            } else {
                others[index].range = other.range.moved(by: growth)
            }
        }
    }

    /// All edits of a step were made, and the text has a revision with them.
    mutating func follow(to revision: Int) { latest = revision }
}

extension Range<Int> {
    fileprivate func moved(by count: Int) -> Range<Int> { lowerBound + count..<upperBound + count }
}
