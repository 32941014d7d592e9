// SPDX-License-Identifier: MIT
// A disk for journals, and what another process finds on it when this one is killed.

import NoteFiles
import NoteKit

/// A simulated disk with a journal folder on it.
struct JournalStage {
    static let note = NotePath("/vault/note.md")
    static let state = NotePath("/home/state")

    let disk: SimulatedDisk

    init(_ image: DiskImage? = nil) { disk = SimulatedDisk(image ?? Self.empty) }

    static var empty: DiskImage {
        var image = DiskImage()
        image.addFolder(NotePath("/home"))
        return image
    }

    static func folder(_ calls: any FileCalls) -> JournalFolder {
        JournalFolder(of: NoteDisk(stateFolder: state, calls: calls))
    }

    var folder: JournalFolder { Self.folder(disk) }

    /// Begins a journal through other calls than the disk's own.
    static func begin(
        _ base: [UInt8], through calls: any FileCalls
    ) throws(FileError) -> NoteJournal {
        try NoteJournal(of: note, key: nil, base: base, in: folder(calls))
    }

    /// What the next process finds if this one is killed now.
    func afterKill() throws -> FoundJournals { try Self.found(on: disk.image) }

    /// What is found on a disk that nobody has open.
    static func found(on image: DiskImage) throws -> FoundJournals {
        try folder(SimulatedDisk(image)).orphans(of: note, key: nil)
    }

    /// The bytes of the only journal there is.
    var bytes: [UInt8]? { disk.image.files(below: Self.state).first?.inode.bytes }

    /// A disk whose only journal holds these bytes.
    static func image(holding bytes: [UInt8], like image: DiskImage) -> DiskImage {
        var image = image
        guard let path = image.files(below: state).first?.path, let number = image.number(at: path) else {
            preconditionFailure("there is no journal")
        }
        image.resize(number, to: 0)
        image.write(bytes[...], to: number, at: 0, mayGrow: true)
        return image
    }
}
