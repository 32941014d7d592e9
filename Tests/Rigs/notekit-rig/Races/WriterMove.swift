// SPDX-License-Identifier: MIT
// How an outside program writes a note.

/// The three kinds of outside writers, and the ways of each.
enum WriterKind: String, CaseIterable {
    case inPlace = "in-place"
    case rename
    case held

    var moves: [WriterMove] {
        switch self {
        case .inPlace: [.truncateByOpening, .truncateAfterOpening]
        case .rename: [.renameOver]
        // Those that are open before the save begins are refused there; the others meet it anywhere.
        case .held:
            [.heldOpen, .heldUntilSaved, .mapped, .openedJustBefore, .openedJustBefore, .openedJustBefore]
        }
    }
}

/// One way of writing.
enum WriterMove: UInt64 {
    /// `open(O_TRUNC)`, write, close.
    case truncateByOpening
    /// `open`, `ftruncate`, write, close.
    case truncateAfterOpening
    /// A temporary file, renamed over the note.
    case renameOver
    /// Opened before the save begins; written, cut and closed during it.
    case heldOpen
    /// Opened before the save begins; written, cut and closed after it has returned.
    case heldUntilSaved
    /// Opened during the save; written, cut and closed a little later.
    case openedJustBefore
    /// Opened, mapped and closed before the save begins; written through the mapping during it.
    case mapped

    /// Whether the bytes go to the file that the saver read, whatever name it has by then.
    var writesToTheOldFile: Bool {
        switch self {
        case .heldOpen, .heldUntilSaved, .mapped: true
        case .truncateByOpening, .truncateAfterOpening, .renameOver, .openedJustBefore: false
        }
    }
}
