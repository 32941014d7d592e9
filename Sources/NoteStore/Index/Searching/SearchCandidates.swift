// SPDX-License-Identifier: MIT
// Which notes a search reads, and in which order.

internal import NoteFiles

/// The notes that may be found, what changed last first. They are taken out as they are wanted: a first page does not
/// need to know all of them.
struct SearchCandidates: Sendable {
    private let view: IndexView
    private let prefix: [UInt8]
    private var rest: NoteOrder.Iterator
    /// Those that are meant; nil for all.
    private var meant: NoteSet?
    /// Those that are not, whoever is meant.
    private let excluded: NoteSet

    /// - Parameters:
    ///   - meant: The notes that may be found; nil for all.
    ///   - others: Notes that are left out.
    ///   - folder: Where they have to be; nil for anywhere.
    init(_ meant: NoteSet?, but others: NoteSet, in folder: NotePath?, of view: IndexView) {
        self.view = view
        self.meant = meant
        var excluded = view.unreadable
        excluded.formUnion(others)
        self.excluded = excluded
        prefix = folder.map { Self.prefix(of: $0) } ?? []
        rest = view.byAge.makeIterator()
    }

    /// Of those that were not taken yet, leaves some alone.
    mutating func narrow(to meant: NoteSet?) { self.meant = meant }

    /// Takes the next ones out, so many at most; none when all are out.
    mutating func take(_ most: Int) -> [Int] {
        var taken: [Int] = []
        while taken.count < most, let slot = rest.next() {
            guard meant?.contains(slot) ?? true, !excluded.contains(slot),
                // Looked at where it lies: a copy of an entry would count its path.
                prefix.isEmpty || view[slot].path.bytes.starts(with: prefix)
            else { continue }
            taken.append(slot)
        }
        return taken
    }

    /// What the paths of all notes in a folder begin with: its names with a slash behind each.
    private static func prefix(of folder: NotePath) -> [UInt8] {
        let names = folder.bytes.split(separator: UInt8(ascii: "/")).filter { !$0.elementsEqual(".".utf8) }
        return names.flatMap { $0 + [UInt8(ascii: "/")] }
    }
}
