// SPDX-License-Identifier: MIT
// A fresh disk for one failing save, simulated or real.

import CNoteLinux
import Foundation
import Glibc
import NoteFiles
import Synchronization

/// Where a failing save is made, and what is looked at afterwards.
struct FaultStage {
    /// Which disk.
    enum Kind: String, CaseIterable, Sendable {
        case simulated, real
    }

    /// The calls without faults.
    let base: any FileCalls
    let vault: NotePath
    let state: NotePath
    let note: NotePath
    private let second: NotePath
    private let subject: FaultCase
    // Keeps the real folder while the stage is in use.
    private let folder: TemporaryFolder?

    init(_ kind: Kind, _ subject: FaultCase) throws {
        self.subject = subject
        switch kind {
        case .simulated:
            var image = DiskImage()
            image.addFolder(NotePath("/vault"))
            image.addFolder(NotePath("/home"))
            base = SimulatedDisk(image)
            vault = NotePath("/vault")
            state = NotePath("/home/state")
            folder = nil
        case .real:
            // In memory where possible: syncing thousands of times is not what is tested.
            let memory = FileManager.default.isWritableFile(atPath: "/dev/shm")
            let folder = try TemporaryFolder(below: memory ? "/dev/shm" : NSTemporaryDirectory())
            base = LinuxCalls()
            vault = folder.vault
            state = folder.state
            self.folder = folder
        }
        note = vault.appending(NotePath("note.md"))
        second = vault.appending(NotePath("second.md"))
        guard let old = subject.old else { return }
        try base.rewrite(note, with: old)
        // Only the superuser can give the note a group that a new file would not have.
        let group: UInt32? = kind == .simulated || geteuid() == 0 ? 65_534 : nil
        try base.setProperties(of: note, mode: 0o640, group: group, attributes: ["user.colour": [1, 2, 3]])
        if subject.isHardLinked { try base.link(note, to: second) }
    }

    /// The calls with a fault, and the disk that makes them. It is not waited long.
    func failing(
        _ fault: Fault?, stricken: @escaping @Sendable (CallKind) -> Void = { _ in }
    ) -> (notes: NoteDisk, calls: InterposedCalls) {
        var plan = Interference.without(subject.gaps)
        if let outside = subject.outside {
            let (base, note) = (base, note)
            plan = Interference.once(
                .beforeExchange, { try base.renameOver(note, with: outside) }, otherwise: plan)
        }
        let calls = InterposedCalls(base, plan: fault?.plan(after: plan, stricken: stricken) ?? plan)
        var notes = NoteDisk(stateFolder: state, calls: calls)
        notes.patience = 2_000_000
        return (notes, calls)
    }

    /// The disk without faults.
    var notes: NoteDisk { NoteDisk(stateFolder: state, calls: base) }

    /// Names that are there and should not be.
    func leftovers() throws -> [String] {
        let expected = [note.name, second.name]
        let visible = try base.names(in: vault).filter { !expected.contains($0) }
        let records = try base.names(in: state.appending(NotePath("undo")))
        return (visible + records).map(\.description)
    }

    /// Whether some file in the vault or kept in the state folder holds these bytes.
    func exists(_ bytes: [UInt8]) throws -> Bool {
        let versions = state.appending(NotePath("versions"))
        let folders = [vault] + (try base.names(in: versions).map { versions.appending($0) })
        for folder in folders {
            for name in try base.names(in: folder)
            where try base.contents(of: folder.appending(name)) == bytes {
                return true
            }
        }
        return false
    }
}
