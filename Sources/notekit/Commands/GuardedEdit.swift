// SPDX-License-Identifier: MIT
// The steps of `notekit edit`, from the first look at the note to the answer.

internal import NoteKit

/// One edit of one note that is refused when the note is not what it was based on.
struct GuardedEdit {
    let file: NotePath
    let place: EditPlace
    let text: [UInt8]
    let base: SHA256Digest?
    private let disk = NoteDisk()

    init(file: NotePath, place: EditPlace, text: [UInt8], base: SHA256Digest?) {
        self.file = file
        self.place = place
        self.text = text
        self.base = base
    }

    /// Does what can be done, and says what came of it.
    func carryOut() -> EditAnswer {
        let snapshot: NoteSnapshot
        do {
            snapshot = try disk.read(file)
        } catch {
            return refused(.failed, .usage, error.description, digest: nil)
        }
        let digest = snapshot.digest
        if let base, base != digest {
            return refused(
                .conflict, .conflict,
                "'\(file)' is no longer what the edit was based on. Nothing was written. Its digest is now "
                    + "\(digest).", digest: digest)
        }
        do {
            var note = try NoteText(bytes: snapshot.bytes)
            let end = snapshot.bytes.count
            let range = if case .range(let range) = place { range } else { end..<end }
            try note.replace(inFile: range, with: text)
            return save(note.bytes, over: snapshot.bytes)
        } catch let error as UnreadableText {
            return refused(
                .unreadable, .unreadable,
                "'\(file)' is not UTF-8 from byte \(error.offset) (encoding: \(error.encoding)), so it is never "
                    + "rewritten.", digest: digest)
        } catch {
            return EditAnswer(
                status: .failed, exitCode: .usage, digest: digest,
                message: "'\(file)' was not edited: \(error)")
        }
    }

    private func save(_ new: [UInt8], over old: [UInt8]) -> EditAnswer {
        do {
            switch try disk.replace(file, with: new, base: old) {
            case .saved(let receipt):
                return EditAnswer(
                    status: .saved, exitCode: .fine, digest: SHA256Digest(of: new), receipt: receipt,
                    message:
                        "Saved '\(file)' (\(receipt.summary)). Its digest is now \(SHA256Digest(of: new)).")
            case .unchanged:
                return EditAnswer(
                    status: .unchanged, exitCode: .fine, digest: SHA256Digest(of: new),
                    message: "'\(file)' holds that text already. Nothing was written. Its digest is "
                        + "\(SHA256Digest(of: new)).")
            case .conflict(let conflict):
                let now = digestNow
                let beside = conflict.kept.map { " What another program wrote is kept at '\($0)'." }.joined()
                return refused(
                    .conflict, .conflict,
                    "'\(file)' was not written: \(conflict.reason.sentence).\(beside)"
                        + (now.map { " Its digest is now \($0)." } ?? ""), digest: now)
            }
        } catch {
            return refused(.failed, .notWritten, error.description, digest: digestNow)
        }
    }

    /// The digest that the note has at this moment; nil when it cannot be read.
    private var digestNow: SHA256Digest? {
        do {
            return try disk.read(file).digest
        } catch {
            // The answer then names no digest; the reason of the refusal is told anyway.
            return nil
        }
    }

    /// Keeps the caller's text, and says so.
    private func refused(
        _ status: EditAnswer.Status, _ exitCode: ExitCode, _ reason: String, digest: SHA256Digest?
    ) -> EditAnswer {
        var answer = EditAnswer(status: status, exitCode: exitCode, digest: digest, message: reason)
        do {
            let kept = try disk.keep(text, of: file)
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
