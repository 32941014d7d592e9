// SPDX-License-Identifier: MIT
// How a version takes the place of its note.

internal import NoteKit

/// Puts the bytes of a version into a note, as safely as an edit: what the note holds now is kept first.
struct Restoring {
    private let file: NotePath
    private let bytes: [UInt8]
    private let disk: NoteDisk

    init(_ file: NotePath, _ bytes: [UInt8]) {
        self.file = file
        self.bytes = bytes
        var disk = NoteDisk()
        // Reading waits for another program, and saving does so again: two seconds in all.
        disk.patience = 1_000_000_000
        self.disk = disk
    }

    func carryOut() -> EditAnswer {
        CrashRecovery.run(beside: file, on: disk)
        do throws(FileError) {
            guard let now = try present() else {
                return answer(to: try disk.create(file, with: bytes))
            }
            let version = NoteVersion(
                of: file, now.bytes, because: .replaced, at: disk.calls.wallClock(),
                edited: now.facts.modified, replacement: bytes)
            if now.bytes != bytes { try Program.keeper.keep(version) }
            return answer(to: try disk.replace(file, with: bytes, base: now.bytes))
        } catch {
            return EditAnswer(status: .failed, exitCode: .notWritten, message: error.description)
        }
    }

    private func present() throws(FileError) -> NoteSnapshot? {
        do throws(FileError) {
            return try disk.read(file)
        } catch {
            guard error.code == .missing else { throw error }
            return nil
        }
    }

    private func answer(to outcome: SaveOutcome) -> EditAnswer {
        let digest = SHA256Digest(of: bytes)
        switch outcome {
        case .saved(let receipt):
            return EditAnswer(
                status: .saved, exitCode: .fine, digest: digest, receipt: receipt,
                message: "Restored '\(file)' (\(receipt.summary)). Its digest is now \(digest).")
        case .unchanged:
            return EditAnswer(
                status: .unchanged, exitCode: .fine, digest: digest,
                message: "'\(file)' holds that text already. Nothing was written. Its digest is \(digest).")
        case .conflict(let conflict):
            var answer = EditAnswer(
                status: .conflict, exitCode: .conflict,
                message: "'\(file)' was not restored: \(conflict.reason.sentence).")
            answer.reason = conflict.reason
            answer.beside = conflict.kept
            return answer
        }
    }
}
