// SPDX-License-Identifier: MIT
// Whether there is room, and what crashes and other tools have left.

internal import Glibc
internal import NoteFiles
internal import NoteKit

extension VaultHealth {
    func room() -> [HealthFinding] {
        var findings = [room("space", vault)]
        if let place = Self.resolved(stateFolder, orAbove: true) {
            findings.append(room("stateSpace", place))
        }
        return findings.compactMap(\.self)
    }

    private func room(_ topic: String, _ folder: NotePath) -> HealthFinding? {
        var facts = statvfs()
        guard folder.withCString({ statvfs($0, &facts) }) == 0 else { return nil }
        let free = Int(
            clamping: UInt64(facts.f_bavail).multipliedReportingOverflow(by: UInt64(facts.f_frsize))
                .partialValue)
        let value = "\(ByteCount.written(free)) free"
        let meaning = "a save that does not fit is refused, and the old note stays as it is"
        // File systems that make inodes as they need them say that they have none.
        if facts.f_files > 0, facts.f_favail < 1000 {
            return .limited(
                topic, "\(facts.f_favail) files can still be made", meaning, remedy: "remove some files")
        }
        switch free {
        case ..<(16 << 20): return .bad(topic, value, meaning, remedy: "make room")
        case ..<(256 << 20): return .limited(topic, value, meaning, remedy: "make room")
        default: return .good(topic, value)
        }
    }

    func remains(_ scan: FolderScan) -> [HealthFinding] {
        [leftovers(scan), unseen(scan), recovery(), copies(scan)]
    }

    private func leftovers(_ scan: FolderScan) -> HealthFinding {
        let left = scan.skipped.filter { $0.reason == .leftover }
        guard let first = left.first else { return .good("leftovers", "no save has crashed") }
        return .limited(
            "leftovers", counted(left.count, "file") + " of saves that crashed, the first '\(first.path)'",
            "an old or a new text of a note may be in it",
            remedy: "open or edit a note in that folder: it is removed, or its text put beside the note")
    }

    private func unseen(_ scan: FolderScan) -> HealthFinding {
        let unseen = scan.skipped.filter(\.reason.isUnseen)
        guard let first = unseen.first else { return .good("reach", "every folder can be listed") }
        return .limited(
            "reach", "\(counted(unseen.count, "path")) out of reach, the first '\(first.path)'",
            "\(first.reason)",
            remedy: "give this user permission to look")
    }

    private func recovery() -> HealthFinding {
        let topic = "recovery"
        do throws(FileError) {
            let undo = try count("undo") { $0.bytes.suffix(5).elementsEqual(".undo".utf8) }
            let journals = try JournalFolder(of: disk).allOrphans().journals.count
            guard undo + journals > 0 else { return .good(topic, "nothing waits") }
            return .limited(
                topic,
                "\(counted(journals, "journal")) of unsaved edits, \(counted(undo, "save")) in place unfinished",
                "a program ended before it had saved; nothing is lost, of any vault",
                remedy: "open those notes: the edits are offered again")
        } catch {
            return .bad(topic, "cannot be looked at", error.description)
        }
    }

    private func count(_ folder: String, where condition: (NotePath) -> Bool) throws(FileError) -> Int {
        do throws(FileError) {
            return try disk.names(in: stateFolder.appending(NotePath(folder)), where: condition).count
        } catch {
            if error.code == .missing { return 0 }
            throw error
        }
    }

    private func copies(_ scan: FolderScan) -> HealthFinding {
        let copies = scan.lazy.map(\.path).filter { ConflictCopy(name: $0) != nil }
        guard let first = copies.first else { return .good("conflictCopies", "none") }
        return .limited(
            "conflictCopies", "\(counted(copies.count, "file")), the first '\(first)'",
            "another tool met two versions of a file and kept both",
            remedy: "merge them with 'notekit merge', and remove the copy")
    }
}
