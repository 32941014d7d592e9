// SPDX-License-Identifier: MIT
// The saves that are made to fail at each of their calls.

import CNoteLinux
import Glibc
import NoteFiles
import Testing

/// A save, and the disk that it finds.
struct FaultCase: Sendable, CustomTestStringConvertible {
    let name: String
    /// The note's bytes before; nil when there is no note.
    var old: [UInt8]? = FaultCase.old
    var isHardLinked = false
    var inPlace = false
    var gaps: Set<Interference.Gap> = []
    /// What another program does meanwhile.
    var outside: [UInt8]?

    var testDescription: String { name }

    static let old = Array("old text, of which there is a little more than of the other\n".utf8)
    static let new = Array("new text\n".utf8)

    static let all = [
        FaultCase(name: "create", old: nil),
        FaultCase(name: "create, no unnamed files", old: nil, gaps: [.unnamedFiles]),
        FaultCase(name: "replace"),
        FaultCase(name: "hard link", isHardLinked: true),
        FaultCase(name: "in place", inPlace: true),
        FaultCase(name: "in place, no leases", inPlace: true, gaps: [.leases, .locks]),
        FaultCase(name: "no exchange", gaps: [.exchange]),
        FaultCase(name: "no unnamed files", gaps: [.unnamedFiles]),
        FaultCase(name: "no leases", gaps: [.leases]),
        FaultCase(name: "no gaps left", gaps: Set(Interference.Gap.allCases)),
        FaultCase(name: "another program renames over", outside: Array("theirs\n".utf8)),
    ]

    /// The save itself.
    func save(_ notes: NoteDisk, _ note: NotePath) throws(FileError) -> SaveOutcome {
        guard let old else { return try notes.create(note, with: Self.new) }
        return try notes.replace(note, with: Self.new, base: old, inPlace: inPlace)
    }
}
