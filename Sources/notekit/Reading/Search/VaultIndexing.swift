// SPDX-License-Identifier: MIT
// How a command comes to an index that knows the vault as it is.

internal import NoteKit
internal import NoteProgram
internal import NoteStore

/// Opens the index of a vault and brings it up to date, with a bar where that takes long.
enum VaultIndexing {
    /// The index after a look. What hinders it, and what it leaves out, is told on the standard error.
    static func index(of vault: NotePath) throws -> SearchIndex {
        let index = try SearchIndex(of: vault)
        var bar = ProgressBar(of: "indexing")
        let report: IndexRefresh
        do {
            report = try index.refresh { bar.show($0, of: $1) }
        } catch {
            bar.erase()
            throw error
        }
        bar.erase()
        if let hindrance = report.hindrance {
            StandardError.write(
                "notekit: \(hindrance) Notes that the index does not know are read instead.\n")
        }
        if let first = report.unreadable.first {
            tell(unreadable: report.unreadable.count, as: first.description)
        }
        for place in report.skipped where place.reason.isUnseen {
            StandardError.write("notekit: not looked at: \(place)\n")
        }
        return index
    }

    /// Tells that there are notes that are not UTF-8, and names one.
    static func tell(unreadable count: Int, as first: String) {
        StandardError.write(
            "notekit: left out: \(Count.of(count, "note")) that \(count == 1 ? "is" : "are") not UTF-8, as "
                + "'\(first)'.\n")
    }
}
