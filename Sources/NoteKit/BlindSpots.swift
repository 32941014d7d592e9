// SPDX-License-Identifier: MIT
// Of which paths a scan says nothing, although something may be there.

internal import NoteFiles

/// The places that a scan could not look at, and those that it lists under another path.
struct BlindSpots {
    private let paths: Set<NotePath>

    init(of scan: FolderScan) {
        paths = Set(
            scan.skipped.filter { $0.reason.isUnseen || $0.reason == .listedElsewhere }.map(\.path))
    }

    /// Whether something at a path could be there unseen.
    func hide(_ path: NotePath) -> Bool {
        guard !paths.isEmpty else { return false }
        var place = path
        while place != NotePath(".") {
            if paths.contains(place) { return true }
            place = place.folder
        }
        return false
    }
}
