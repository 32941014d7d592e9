// SPDX-License-Identifier: MIT
// How a version takes the place of its note.

internal import NoteKit
internal import NoteLibrary

/// Puts the bytes of a version into a note, as safely as an edit: what the note holds now is kept first.
struct Restoring {
    private let file: NotePath
    private let history: NoteHistory
    private let version: [UInt8]
    private let disk: NoteDisk

    /// - Parameter file: The note as it was typed, for messages.
    init(_ file: NotePath, _ history: NoteHistory, _ version: [UInt8]) {
        self.file = file
        self.history = history
        self.version = version
        var disk = NoteDisk()
        // Reading waits for another program, and saving does so again: two seconds in all.
        disk.patience = 1_000_000_000
        self.disk = disk
    }

    /// Does it. To be called with interrupts blocked.
    func carryOut() -> EditAnswer {
        Standstill.during(file) { standstill in
            standstill.refusal(of: file).map {
                EditAnswer($0.exitCode == .conflict ? .conflict : .failed, $0)
            }
                ?? restoreHeld()
        }
    }

    private func restoreHeld() -> EditAnswer {
        CrashRecovery.run(beside: file, on: disk)
        do throws(FileError) {
            let (outcome, bytes) = try history.restore(version, keeping: Program.keeper, on: disk)
            return answer(to: outcome, SHA256Digest(of: bytes))
        } catch {
            return EditAnswer(
                .failed, Refusal(.notWritten, error.code.description, about: file, error.description))
        }
    }

    private func answer(to outcome: SaveOutcome, _ digest: SHA256Digest) -> EditAnswer {
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
                .conflict,
                Refusal(
                    .conflict, "conflict", about: file,
                    "'\(file)' was not restored: \(conflict.reason.sentence)."))
            answer.reason = conflict.reason
            answer.beside = conflict.kept
            return answer
        }
    }
}
