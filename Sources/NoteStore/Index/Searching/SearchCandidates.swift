// SPDX-License-Identifier: MIT
// Which notes a search reads, and in which order.

internal import NoteFiles

/// The notes that may be found, in the order of the results.
struct SearchCandidates: Sendable {
    /// Their indices in the view: first those whose title is a match; each kind with what changed last first.
    let order: [Int]
    /// How many are there for their title.
    let titleCount: Int

    init(_ isCandidate: [Bool], titles: [Int], in folder: NotePath?, of view: IndexView) {
        var isCandidate = isCandidate
        var isInTitle = [Bool](repeating: false, count: isCandidate.count)
        for index in titles { (isInTitle[index], isCandidate[index]) = (true, true) }
        let prefix = folder.map { Self.prefix(of: $0) } ?? []
        var (inTitle, others): ([Int], [Int]) = ([], [])
        for index in view.byAge {
            let index = Int(index)
            guard isCandidate[index] else { continue }
            // Looked at where it lies: a copy of an entry would count its path.
            guard view.entries[index].facts.state != .unreadable || !view.entries[index].isIndexed,
                prefix.isEmpty || view.entries[index].path.bytes.starts(with: prefix)
            else { continue }
            if isInTitle[index] { inTitle.append(index) } else { others.append(index) }
        }
        order = inTitle + others
        titleCount = inTitle.count
    }

    /// What the paths of all notes in a folder begin with: its names with a slash behind each.
    private static func prefix(of folder: NotePath) -> [UInt8] {
        let names = folder.bytes.split(separator: UInt8(ascii: "/")).filter { !$0.elementsEqual(".".utf8) }
        return names.flatMap { $0 + [UInt8(ascii: "/")] }
    }
}
