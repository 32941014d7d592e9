// SPDX-License-Identifier: MIT
// How a conflict ends that is remembered, and that the session of its note is not in any more.

package import NoteKit

extension StoredConflict {
    /// Names its sides: what was typed, as it is remembered, and what the note holds now. That need not be what
    /// the other program wrote then: it may have gone on since, and so may everybody else.
    ///
    /// - Parameter bytes: What the file of the note holds; nil where there is none.
    package func token(over bytes: [UInt8]?) -> ConflictToken { ConflictToken(mine: mine, theirs: bytes) }

    /// What becomes of the note by a choice.
    package struct Ending: Sendable {
        /// What it is to hold; nil where it stays as it is.
        package let text: NoteText?
        /// The file that was put beside it.
        package let beside: NotePath?
    }

    /// Makes what the note is to hold by a choice, after what the choice drops was put aside: in the history of the
    /// note, or for both beside it. Blocks on the disk.
    ///
    /// To be put over that very moment then, and to be forgotten (`VaultStore.resolveConflict(of:)`). After a crash in
    /// between it is remembered still, and what was put aside is there once more.
    ///
    /// - Parameters:
    ///   - choice: What becomes of the note.
    ///   - token: Names the sides that the choice was made on.
    ///   - moment: The note with nothing unsaved, in no conflict.
    ///   - options: Those of the session: who keeps versions, and below which state folder.
    /// - Throws: `SessionError`, and the note is as it was: `.conflict` when a side is another than the choice was made
    ///   on; `.noConflict` when what was typed is no text any more; `.notWritten` when something cannot be put aside.
    package func ending(
        by choice: ConflictChoice, of token: ConflictToken, at moment: SessionSnapshot,
        options: SessionOptions
    ) throws(SessionError) -> Ending {
        let theirs = moment.heldBytes
        guard token == self.token(over: theirs) else { throw .unseen(moment.path) }
        let text: NoteText?
        switch choice {
        case .theirs: text = nil
        case .mine, .both: text = try typedText(at: moment.path)
        case .merged(let merged):
            var result = moment.text
            result.setText(merged)
            text = result
        }
        var beside: NotePath?
        do throws(FileError) {
            switch choice {
            case .mine: try keep(nil, theirs, moment, options)
            case .theirs: try keep(mine, nil, moment, options)
            case .merged: try keep(mine, theirs, moment, options)
            case .both:
                try keep(nil, nil, moment, options)
                if let theirs, theirs != mine {
                    beside = try NoteDisk(stateFolder: options.stateFolder, calls: options.calls)
                        .create(theirs, beside: moment.path)
                }
            }
        } catch {
            throw SessionError(.notWritten, "\(error) The conflict stands.", cause: error)
        }
        return Ending(text: text, beside: beside)
    }

    private func typedText(at path: NotePath) throws(SessionError) -> NoteText {
        if let mine {
            do throws(UnreadableText) {
                return try NoteText(bytes: mine)
            } catch {
                // Said below.
            }
        }
        throw SessionError(.noConflict, "What was typed in '\(path)' is no text any more.")
    }

    /// Keeps what is dropped, and what the other program wrote first where the note has moved on from that.
    private func keep(
        _ mine: [UInt8]?, _ theirs: [UInt8]?, _ moment: SessionSnapshot, _ options: SessionOptions
    ) throws(FileError) {
        let first = self.theirs == moment.heldBytes ? nil : self.theirs
        let now = options.calls.wallClock()
        let sides: [([UInt8]?, NoteVersion.Reason)] = [(first, .theirs), (mine, .mine), (theirs, .theirs)]
        let versions = sides.compactMap { bytes, reason in
            bytes.map { NoteVersion(of: moment.path, $0, because: reason, at: now) }
        }
        if !versions.isEmpty { try options.keeper.keep(versions) }
    }
}
