// SPDX-License-Identifier: MIT
// One thing that can be going on when the power fails.

import NoteFiles
import Testing

/// A disk, and what is done to it while a recorder listens.
struct CrashScenario: Sendable, CustomTestStringConvertible {
    let name: String
    let start: DiskImage
    var user = DiskState.User.root
    /// Whether another program writes too, for whose sake copies may be made.
    var hasOutsider = false
    /// Makes the calls whose crash states are wanted.
    let run: @Sendable (CrashRecorder) throws -> Void

    var testDescription: String { name }

    // Where things are on the disk of every scenario.
    static let vault = NotePath("/vault")
    static let otherVault = NotePath("/other")
    static let note = NotePath("/vault/note.md")
    static let state = NotePath("/state/notekit")
    static let attributes: [String: [UInt8]] = ["user.colour": Array("red".utf8)]

    /// Bytes that differ in each sector, of a given kind.
    static func text(_ kind: Character, _ count: Int) -> [UInt8] {
        let line = Array(
            "\(kind)\(kind)\(kind) is what was here, in a line that is not quite as long as a sector\n".utf8)
        return (0..<count).map { $0 % 512 == 0 ? UInt8(0x30 + $0 / 512 % 70) : line[$0 % line.count] }
    }

    static let old = text("o", 6 * 512 + 100)
    static let new = text("n", 7 * 512 + 7)
    static let outside = text("x", 5 * 512 + 50)

    /// A vault with one note in it.
    static func vault(
        holding old: [UInt8]? = old, mode: UInt32 = 0o640, owner: UInt32 = 0, stateDevice: UInt64 = 1,
        _ change: (inout DiskImage) -> Void = { _ in }
    ) -> DiskImage {
        var image = DiskImage()
        image.addFolder(vault, owner: owner)
        image.addFolder(otherVault, owner: owner)
        // The home directory is there; what is ours in it is not yet.
        image.addFolder(state.folder, mode: 0o777, device: stateDevice)
        if let old { image.addFile(note, old, mode: mode, owner: owner, attributes: attributes) }
        change(&image)
        return image
    }
}
