// SPDX-License-Identifier: MIT
// What putting a file at a name does to what is there, and to what came there meanwhile.

import Foundation
import Testing

@testable import NoteFiles

@Suite("Delivering a file")
struct DeliveringTests {
    let folder: TemporaryFolder
    private let new = Array("new".utf8)

    init() throws { folder = try TemporaryFolder() }

    private var place: NotePath { folder.vault.appending(NotePath("x.pdf")) }

    private func names() throws -> [String] { try folder.names(in: folder.vault) }

    @Test("makes it where nothing is, and replaces what was looked at")
    func delivers() throws {
        #expect(try folder.disk.occupant(of: place) == nil)
        guard case .saved = try folder.disk.deliver(new, to: place, over: nil) else {
            Issue.record("It was not made.")
            return
        }
        let present = try #require(try folder.disk.occupant(of: place))
        #expect(present.bytes == new)
        guard case .saved(let receipt) = try folder.disk.deliver([1, 2], to: place, over: present) else {
            Issue.record("It was not replaced.")
            return
        }
        #expect(receipt.method == .exchanged && receipt.proof == .proven)
        #expect(try folder.disk.occupant(of: place)?.bytes == [1, 2])
        #expect(try names() == ["x.pdf"])
    }

    @Test("leaves what came to the name meanwhile")
    func taken() throws {
        _ = try folder.write("theirs", to: "x.pdf")
        let exists = SaveOutcome.conflict(SaveConflict(reason: .exists, kept: []))
        #expect(try folder.disk.deliver(new, to: place, over: nil) == exists)
        let seen = try #require(try folder.disk.occupant(of: place))
        _ = try folder.write("other", to: "x.pdf")
        let changed = SaveOutcome.conflict(SaveConflict(reason: .changed, kept: []))
        #expect(try folder.disk.deliver(new, to: place, over: seen) == changed)
        #expect(try folder.text(of: place) == "other")
        #expect(try names() == ["x.pdf"])
    }

    @Test("follows no link, though the same bytes are behind it", arguments: [true, false])
    func link(dangles: Bool) throws {
        _ = try folder.write("old", to: "x.pdf")
        let seen = try #require(try folder.disk.occupant(of: place))
        let behind = folder.vault.appending(NotePath("n.txt"))
        try FileManager.default.moveItem(atPath: place.description, toPath: behind.description)
        try FileManager.default.createSymbolicLink(
            atPath: place.description, withDestinationPath: dangles ? "gone" : "n.txt")
        #expect(throws: FileError.self) { try folder.disk.occupant(of: place) }
        let changed = SaveOutcome.conflict(SaveConflict(reason: .changed, kept: []))
        #expect(try folder.disk.deliver(new, to: place, over: seen) == changed)
        let exists = SaveOutcome.conflict(SaveConflict(reason: .exists, kept: []))
        #expect(try folder.disk.deliver(new, to: place, over: nil) == exists)
        #expect(try folder.text(of: behind) == "old")
        #expect(try names() == ["n.txt", "x.pdf"])
    }

    @Test("leaves a file that has got another name meanwhile")
    func hardLink() throws {
        _ = try folder.write("old", to: "x.pdf")
        let seen = try #require(try folder.disk.occupant(of: place))
        let other = folder.vault.appending(NotePath("n.md"))
        try FileManager.default.linkItem(atPath: place.description, toPath: other.description)
        let changed = SaveOutcome.conflict(SaveConflict(reason: .changed, kept: []))
        #expect(try folder.disk.deliver(new, to: place, over: seen) == changed)
        #expect(try folder.text(of: other) == "old" && folder.text(of: place) == "old")
    }
}
