// SPDX-License-Identifier: MIT
// How clients change the text.

extension SessionMachine {
    mutating func edit(
        _ range: Range<Int>, with utf8: [UInt8], on known: Int?, by client: SessionClient, at now: Duration
    ) throws(SessionError) {
        try edit([TextReplacement(range, with: utf8)], on: known, by: client, at: now)
    }

    /// Makes several edits in one step, or none of them.
    ///
    /// - Parameter isOnTop: Whether the client made them on top of its last edit, and knows of nothing more than the
    ///   revision that it names and its own edits.
    mutating func edit(
        _ replacements: [TextReplacement], on known: Int?, isOnTop: Bool = false, by client: SessionClient,
        at now: Duration
    ) throws(SessionError) {
        try requireOpen()
        var view: ClientView?
        if let known { view = try self.view(of: client, on: known, isOnTop: isOnTop) }
        let replacements = replacements.fromTheEnd
        var placed: [TextReplacement] = []
        placed.reserveCapacity(replacements.count)
        for each in replacements.reversed() {
            placed.append(TextReplacement(try place(each.range, in: view, from: known), with: each.utf8))
        }
        let edits = try text.make(placed)
        for (replacement, edit) in zip(replacements, edits) {
            view?.follow(replacement.range, growth: edit.shownGrowth)
        }
        let changes = edits.filter { !$0.isEmpty }
        if !changes.isEmpty {
            undoLog.add(changes, at: now)
            changed(changes, by: client, at: now)
        }
        view?.follow(to: revision)
        views[client] = view
    }

    private func view(
        of client: SessionClient, on known: Int, isOnTop: Bool
    ) throws(SessionError) -> ClientView {
        var view = isOnTop ? views[client] : ClientView(of: known, now: revision, in: log)
        if isOnTop, view?.catchUp(to: known, now: revision, in: log) == false { view = nil }
        guard let view else {
            throw SessionError(
                .staleRevision,
                "The edit was made on revision \(known); the note is at \(revision), and what was changed in "
                    + "between is not known.")
        }
        return view
    }

    mutating func setText(
        _ utf8: [UInt8], on known: Int?, by client: SessionClient, at now: Duration
    ) throws(SessionError) {
        try requireOpen()
        if let known, known != revision {
            throw SessionError(
                .staleRevision, "The text was made from revision \(known) and the note is at \(revision).")
        }
        let edits: [NoteEdit]
        do throws(NoteTextError) {
            edits = try text.setText(utf8: utf8)
        } catch {
            throw SessionError(.badEdit, "The text was refused: \(error)")
        }
        guard !edits.isEmpty else { return }
        undoLog.add(edits, at: now)
        changed(edits, by: client, at: now)
    }

    mutating func undo(by client: SessionClient, at now: Duration) throws(SessionError) {
        try requireOpen()
        guard let edits = undoLog.undo(in: &text) else {
            throw SessionError(.nothingToUndo, "There is nothing to undo.")
        }
        changed(edits, by: client, at: now, toldToAll: true)
    }

    mutating func redo(by client: SessionClient, at now: Duration) throws(SessionError) {
        try requireOpen()
        guard let edits = undoLog.redo(in: &text) else {
            throw SessionError(.nothingToUndo, "There is nothing to do again.")
        }
        changed(edits, by: client, at: now, toldToAll: true)
    }

    private func place(
        _ range: Range<Int>, in view: ClientView?, from known: Int?
    ) throws(SessionError) -> Range<Int> {
        guard let view, let known else { return range }
        switch view.place(range, now: text.count) {
        case .range(let place): return place
        case .outside:
            throw SessionError(
                .badEdit, "The edit was refused: the range is not in the text of revision \(known).")
        case .unknown:
            throw SessionError(
                .staleRevision,
                "The edit was made on revision \(known); the note is at \(revision) and differs there.")
        }
    }

    /// Follows edits of a client that are in the text already.
    mutating func changed(
        _ edits: [NoteEdit], by client: SessionClient?, at now: Duration, toldToAll: Bool = false
    ) {
        typing = (typing?.first ?? now, now)
        restsAt = now + timing.rest
        journal(append: edits)
        note(edits, isOutside: false, by: toldToAll ? nil : client)
    }

    /// Counts a new revision and tells of the changes that made it.
    mutating func note(_ edits: [NoteEdit], isOutside: Bool, by client: SessionClient?) {
        revision += 1
        log.add(edits, making: revision)
        for edit in edits {
            let change = NoteChange(
                range: edit.range, utf8: edit.shownInserted, revision: revision, isOutside: isOutside)
            effects.append(.tell(.change(change, by: client)))
        }
    }
}

extension NoteEdit {
    /// What was inserted as it is shown: without a mark, each line ending as `\n`, without a carriage return
    /// that became part of the ending behind it.
    var shownInserted: [UInt8] {
        var shown: [UInt8] = []
        shown.reserveCapacity(insertedCount)
        let hasMark = fileOffset == 0 && inserted.starts(with: NoteEdit.mark)
        var last: UInt8 = 0
        for byte in inserted.dropFirst(hasMark ? NoteEdit.mark.count : 0) where shown.count < insertedCount {
            // The second half of a CRLF was shown already.
            if byte != 0x0A || last != 0x0D { shown.append(byte == 0x0D ? 0x0A : byte) }
            last = byte
        }
        return shown
    }

    private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
}
