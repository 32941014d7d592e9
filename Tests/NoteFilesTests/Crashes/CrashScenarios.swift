// SPDX-License-Identifier: MIT
// The saves whose every crash state is looked at.

import CNoteLinux
import Glibc
import NoteFiles

extension CrashScenario {
    /// Every save that comes to its end before the power fails.
    static let all = creating + replacing + inPlace + fallbacks + interfered + sequences

    // MARK: Creating

    private static let creating = [
        create("create"),
        create("create, no unnamed files", Interference.without([.unnamedFiles])),
        create("create, no unnamed files, no renaming flags") { call in
            let isFlagged = call.kind == .renameat2 && call.flags != 0
            let isUnnamed = Interference.Gap.unnamedFiles.covers(call)
            return isFlagged || isUnnamed ? .fails(EINVAL) : .made
        },
        CrashScenario(name: "create, name taken meanwhile", start: vault(holding: nil), hasOutsider: true) {
            recorder in
            let disk = recorder.disk
            recorder.stage(mayHold: [nil, new])
            let plan: @Sendable (Call) -> Call.Fate = { call in
                guard call.kind == .linkOpenFile else { return .made }
                recorder.stage(mayHold: nil)
                do { try disk.rewrite(note, with: outside) } catch { preconditionFailure("\(error)") }
                recorder.stage(mayHold: [outside], mustExist: [outside])
                return .made
            }
            try demandConflict(
                recorder.notes(plan).create(note, with: new), .exists)
        },
    ]

    private static func create(
        _ name: String, _ plan: @escaping @Sendable (Call) -> Call.Fate = { _ in .made }
    ) -> CrashScenario {
        CrashScenario(name: name, start: vault(holding: nil)) { recorder in
            recorder.stage(mayHold: [nil, new])
            try demandDurable(recorder.notes(plan).create(note, with: new))
            recorder.stage(mayHold: [new])
        }
    }

    // MARK: Replacing

    private static let replacing = [
        replace("replace by something longer"),
        replace("replace by something shorter", new: text("n", 600)),
        replace("replace by nothing", new: []),
        replace("replace nothing", old: []),
        replace("replace many sectors", old: text("o", 12 * 512 + 3), new: text("n", 11 * 512 + 300)),
        replaceThroughLink(
            "replace through a symbolic link", NotePath("/vault/link.md"), NotePath("note.md")),
        replaceThroughLink(
            "replace through a symbolic link in another folder", NotePath("/other/link.md"),
            NotePath("../vault/note.md")),
    ]

    /// A save that works and is durable when it returns.
    static func replace(
        _ name: String, old: [UInt8] = old, new: [UInt8] = new, start: DiskImage? = nil,
        user: DiskState.User = .root, inPlace: Bool = false,
        _ plan: @escaping @Sendable (Call) -> Call.Fate = { _ in .made }
    ) -> CrashScenario {
        CrashScenario(name: name, start: start ?? vault(holding: old), user: user) { recorder in
            recorder.stage(mayHold: [old, new])
            try demandDurable(
                recorder.notes(plan).replace(note, with: new, base: old, inPlace: inPlace))
            recorder.stage(mayHold: [new])
        }
    }

    private static func replaceThroughLink(
        _ name: String, _ link: NotePath, _ target: NotePath
    ) -> CrashScenario {
        CrashScenario(name: name, start: vault { $0.addLink(link, to: target) }) { recorder in
            recorder.stage(mayHold: [old, new])
            try demandDurable(recorder.notes().replace(link, with: new, base: old))
            recorder.stage(mayHold: [new])
        }
    }

    // MARK: In place

    private static let hardLinked = vault { $0.addName(NotePath("/other/second.md"), of: note) }

    private static let inPlace = [
        replace("hard link, longer", start: hardLinked),
        replace("hard link, shorter", new: text("n", 700), start: hardLinked),
        replace("hard link, emptied", new: [], start: hardLinked),
        replace(
            "in place, many sectors", old: text("o", 9 * 512 + 3), new: text("n", 10 * 512 + 300),
            inPlace: true),
        replace(
            "in place, many sectors, cut short", old: text("o", 11 * 512 + 3), new: text("n", 6 * 512 + 20),
            inPlace: true),
        replace("in place, state on another device", start: vault(stateDevice: 2), inPlace: true),
        replace(
            "in place, no leases", start: hardLinked, Interference.without([.leases, .locks])),
        replace(
            "in place, somebody else's note",
            start: vault(mode: 0o666) { $0.addFile(NotePath("/vault/other.md"), [1]) },
            user: DiskState.User(id: 1000, group: 1000)),
        replace(
            "in place, folder read-only",
            start: foreignFolder, user: DiskState.User(id: 1000, group: 1000)),
        CrashScenario(name: "in place, state folder made by a process that was killed", start: hardLinked) {
            recorder in
            // Visible to the next process, durable for nobody.
            for folder in [state, state.appending(NotePath("undo"))] {
                try recorder.disk.makeFolder(folder, mode: 0o700)
            }
            recorder.stage(mayHold: [old, new])
            try demandDurable(recorder.notes().replace(note, with: new, base: old))
            recorder.stage(mayHold: [new])
        },
    ]

    private static let foreignFolder: DiskImage = {
        var image = DiskImage()
        image.addFolder(vault, mode: 0o555)
        image.addFolder(otherVault)
        image.addFolder(state.folder, mode: 0o777)
        image.addFile(note, old, mode: 0o600, owner: 1000, attributes: attributes)
        return image
    }()

    // MARK: File systems with gaps

    private static let fallbacks = [
        replace("no exchange", Interference.without([.exchange])),
        replace("no unnamed files", Interference.without([.unnamedFiles])),
        replace("no leases", Interference.without([.leases])),
        replace(
            "no exchange, no unnamed files, no leases",
            Interference.without([.exchange, .unnamedFiles, .leases])),
        replace("no gaps but locks", Interference.without([.locks])),
        replace(
            "no unnamed files, many sectors", old: text("o", 5 * 512), new: text("n", 11 * 512),
            Interference.without([.unnamedFiles])),
    ]

    // MARK: Helpers

    struct Unexpected: Error, CustomStringConvertible {
        let description: String
    }

    static func demandDurable(_ outcome: SaveOutcome) throws {
        if case .saved(let receipt) = outcome, receipt.durable { return }
        throw Unexpected(description: "the outcome was \(outcome), not saved and durable")
    }

    static func demandConflict(_ outcome: SaveOutcome, _ reason: SaveConflict.Reason? = nil) throws {
        if case .conflict(let conflict) = outcome, reason == nil || conflict.reason == reason { return }
        throw Unexpected(description: "the outcome was \(outcome), not a conflict")
    }
}
