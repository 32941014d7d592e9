// SPDX-License-Identifier: MIT
// The steps of an edit from the command line, from the first look at the note to the answer.

internal import NoteKit

/// One edit of one note that is refused when the note is not what it was based on.
struct GuardedEdit {
    /// What is to be done to a note, once it has been read.
    enum Plan {
        /// Text takes the place of these bytes of the file.
        case replace(Range<Int>, with: [UInt8])
        /// These edits are applied one after the other.
        case edits([NoteEdit])
        /// There is nothing to edit, for this reason.
        case nothing(because: String)
        /// What was asked for cannot be meant, for this reason.
        case misused(because: String)
    }

    let file: NotePath
    /// The digest that the edit is based on; nil for whatever is read.
    let base: SHA256Digest?
    /// The caller's text, to be kept when the edit is refused; nil where there is nothing to lose.
    let text: [UInt8]?
    /// Called once, when the note has been read.
    let plan: (OpenNote) -> Plan
    private let disk: NoteDisk

    init(
        file: NotePath, base: SHA256Digest?, keeping text: [UInt8]?, plan: @escaping (OpenNote) -> Plan
    ) {
        self.file = file
        self.base = base
        self.text = text
        self.plan = plan
        var disk = NoteDisk()
        // Reading waits for another program, and saving does so again: two seconds in all.
        disk.patience = 1_000_000_000
        self.disk = disk
    }

    /// Does what can be done, and says what came of it. To be called with interrupts blocked.
    func carryOut() -> EditAnswer {
        Standstill.during(file) { standstill in
            if let refusal = standstill.refusal(of: file) {
                return refused(
                    refusal.exitCode == .conflict ? .conflict : .failed, refusal, digest: digestNow)
            }
            return editHeld()
        }
    }

    private func editHeld() -> EditAnswer {
        CrashRecovery.run(beside: file, on: disk)
        do throws(NoteOpeningError) {
            return edit(try OpenNote(at: file, on: disk))
        } catch {
            return refusal(of: error)
        }
    }

    private func refusal(of error: NoteOpeningError) -> EditAnswer {
        switch error {
        case .file(let error): refused(.failed, error.refusal, digest: nil)
        case .unreadable(_, let reason):
            refused(
                .unreadable, refusal(.unreadable, "unreadable", "'\(file)' was not edited. \(reason)"),
                digest: digestNow)
        }
    }

    private func edit(_ opened: OpenNote) -> EditAnswer {
        var note = opened
        let digest = SHA256Digest(of: note.base)
        if let base, base != digest {
            let reason = "'\(file)' is no longer what the edit was based on. Nothing was written."
            var answer = refused(.conflict, refusal(.conflict, "conflict", reason), digest: digest)
            answer.reason = .changed
            return answer
        }
        do throws(NoteTextError) {
            switch plan(note) {
            case .replace(let range, let text): try note.text.replace(inFile: range, with: text)
            case .edits(let edits): try note.text.apply(edits)
            case .nothing(let reason):
                return EditAnswer(.failed, refusal(.found, "not-possible", reason), digest: digest)
            case .misused(let reason):
                return EditAnswer(.failed, refusal(.usage, "usage", reason), digest: digest)
            }
        } catch {
            return refused(
                .failed, refusal(.usage, "usage", "'\(file)' was not edited: \(error)"), digest: digest)
        }
        let warning =
            note.hasUnsavedEdits
            ? ReplacedText.keep(note.base, of: file, edited: note.edited, by: note.text.bytes) : nil
        do {
            var answer = answer(to: try note.save(), of: note)
            if answer.status == .saved { answer.warning = warning }
            return answer
        } catch {
            return refused(
                .failed, refusal(.notWritten, error.code.description, error.description), digest: digestNow)
        }
    }

    private func refusal(_ exitCode: ExitCode, _ code: String, _ reason: String) -> Refusal {
        Refusal(exitCode, code, about: file, reason)
    }

    private func answer(to outcome: SaveOutcome, of note: OpenNote) -> EditAnswer {
        switch outcome {
        case .saved(let receipt):
            let digest = SHA256Digest(of: note.base)
            return EditAnswer(
                status: .saved, exitCode: .fine, digest: digest, receipt: receipt,
                message: "Saved '\(file)' (\(receipt.summary)). Its digest is now \(digest).")
        case .unchanged:
            let digest = SHA256Digest(of: note.base)
            return EditAnswer(
                status: .unchanged, exitCode: .fine, digest: digest,
                message: "'\(file)' holds that text already. Nothing was written. Its digest is \(digest).")
        case .conflict(let conflict):
            let beside = conflict.kept.map { " What another program wrote is kept at '\($0)'." }.joined()
            let reason = "'\(file)' was not written: \(conflict.reason.sentence).\(beside)"
            var answer = refused(.conflict, refusal(.conflict, "conflict", reason), digest: digestNow)
            answer.reason = conflict.reason
            answer.beside = conflict.kept
            return answer
        }
    }

    /// The digest that the note has at this moment; nil when it cannot be read.
    private var digestNow: SHA256Digest? {
        var disk = disk
        // Whoever was in the way has been waited for.
        disk.patience = 0
        do {
            return try disk.read(file).digest
        } catch {
            // The answer then names no digest; the reason of the refusal is told anyway.
            return nil
        }
    }

    /// Keeps the caller's text, and says so.
    private func refused(
        _ status: EditAnswer.Status, _ refusal: Refusal, digest: SHA256Digest?
    ) -> EditAnswer {
        var answer = EditAnswer(status, refusal, digest: digest)
        if let digest { answer.message += " Its digest is \(digest)." }
        guard let text else { return answer }
        do {
            let kept = try disk.keep(text, of: file, because: .refused)
            answer.kept = kept
            answer.message += " The text of the edit is kept at '\(kept)'."
        } catch {
            answer.message += " The text of the edit could not be kept: \(error)"
        }
        return answer
    }
}

extension SaveReceipt {
    /// What was established, in a few words.
    var summary: String {
        let missing = lost.isEmpty ? "" : ", lost: " + lost.joined(separator: ", ")
        return proof.rawValue + (durable ? ", durable" : ", not durable") + missing
    }
}

extension SaveConflict.Reason {
    /// Why a save did not happen, as the rest of a sentence.
    var sentence: String {
        switch self {
        case .changed: "another program changed it meanwhile"
        case .missing: "it is gone"
        case .exists: "the name is taken by another note"
        case .openForWriting: "another program has it open for writing"
        }
    }
}
