// SPDX-License-Identifier: MIT
// How a whole text gets into a note that clients have open.

internal import NoteKit

extension HeldNote {
    /// Puts a whole text in the place of what the note holds, on the disk and for all who have it open, or leaves
    /// everything as it was.
    ///
    /// Edits of clients wait meanwhile, and what was typed before is saved first: it is what the new text is made
    /// from, and a version of the note afterwards. A note in conflict is left alone.
    ///
    /// - Parameters:
    ///   - file: Where the note must be.
    ///   - keeper: Who has to keep what it replaces; without one the write goes on where that cannot be kept, with a
    ///     warning in the answer.
    ///   - make: Makes the text of the session as it is with nothing unsaved. It runs where it may take a while.
    /// - Returns: Nil where the note is somewhere else by now; nothing was written.
    /// - Throws: `ProtocolError`, and nothing was written: that of `make`, `.conflict`, `.staleRevision` where the note
    ///   was changed in the last moment, `.notWritten`, `.unreadable`.
    func put(
        at file: NotePath, keepingFirst keeper: (any VersionKeeper)? = nil,
        _ make: @escaping @Sendable (SessionSnapshot) throws(ProtocolError) -> NoteText
    ) async throws(ProtocolError) -> WriteAnswer? {
        try await gate.exclusively { () async throws(ProtocolError) in
            try await putAlone(at: file, keepingFirst: keeper, make)
        }
    }

    private func putAlone(
        at file: NotePath, keepingFirst keeper: (any VersionKeeper)?,
        _ make: @escaping @Sendable (SessionSnapshot) throws(ProtocolError) -> NoteText
    ) async throws(ProtocolError) -> WriteAnswer? {
        // Whoever asked for it first may not have it open yet.
        try await asked { () async throws(SessionError) in try await session.open() }
        let before = try await asked { () async throws(SessionError) in try await session.settled() }
        guard before.path == file else { return nil }
        let made = await DiskLanes.shared.run {
            () -> Result<(text: NoteText, digest: SHA256Digest), ProtocolError> in
            Result { () throws(ProtocolError) in
                let text = try make(before)
                if let keeper, let old = before.fileBytes, old != text.bytes {
                    try keeper.keepBeforeRestoring(old, of: file, edited: nil, by: text.bytes)
                }
                return (text, SHA256Digest(of: text.bytes))
            }
        }
        let (text, digest) = try made.get()
        let receipt = try await asked { () async throws(SessionError) in
            try await session.put(text, over: before)
        }
        return WriteAnswer(
            status: receipt.isUnchanged ? .unchanged : .saved, digest: digest.description, receipt: nil,
            warning: receipt.unkept.map { WriteAnswer.warning(of: file, $0) })
    }

    private func asked<Answer: Sendable>(
        _ body: () async throws(SessionError) -> Answer
    ) async throws(ProtocolError) -> Answer {
        do throws(SessionError) {
            return try await body()
        } catch {
            throw ProtocolError(error)
        }
    }
}

extension NoteText {
    /// The text of bytes; nil where there are none, or they are none.
    init?(readable bytes: [UInt8]?) {
        guard let bytes else { return nil }
        do throws(UnreadableText) {
            try self.init(bytes: bytes)
        } catch {
            return nil
        }
    }
}
