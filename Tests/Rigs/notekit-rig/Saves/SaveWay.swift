// SPDX-License-Identifier: MIT
// The ways by which bytes come to a note's name.

internal import NoteFiles

/// Which save a rig asks for.
enum SaveWay: String, CaseIterable {
    case replace
    case inPlace = "in-place"
    case create

    func save(
        _ note: NotePath, with new: [UInt8], base: [UInt8], on disk: NoteDisk
    ) throws(FileError) -> SaveOutcome {
        switch self {
        case .replace: try disk.replace(note, with: new, base: base)
        case .inPlace: try disk.replace(note, with: new, base: base, inPlace: true)
        case .create: try disk.create(note, with: new)
        }
    }
}

extension SaveOutcome {
    /// One line for a driver.
    var line: String {
        switch self {
        case .saved(let receipt):
            "saved \(receipt.durable ? "durable" : "not-durable") \(receipt.proof.rawValue) "
                + "\(receipt.method.rawValue) lost=\(receipt.lost.joined(separator: ","))"
        case .unchanged: "unchanged"
        case .conflict(let conflict):
            "conflict \(conflict.reason.rawValue) kept=\(conflict.kept.map(\.description).joined(separator: ","))"
        }
    }
}
