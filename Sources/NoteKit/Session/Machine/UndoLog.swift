// SPDX-License-Identifier: MIT
// What can be undone and done again, and what of that survives a change by somebody else.

/// The edits of the clients of a session, in groups that are undone as one.
///
/// A change by another program is never undone, and never brings back what it replaced: edits apart from
/// it move along, edits that it touched, and all that were made before those, can no longer be undone.
struct UndoLog: Sendable {
    private var undone: [[NoteEdit]] = []
    private var done: [[NoteEdit]] = []
    private var lastEdit: Duration?

    /// How many steps can be undone.
    private static let most = 1000
    /// Typing that goes on within this time is undone as one.
    private static let pause = Duration.seconds(1)

    /// Remembers what a client did.
    mutating func add(_ edits: [NoteEdit], at now: Duration) {
        undone = []
        if let last = done.last?.last, edits.count == 1, isTyping(edits[0], after: last),
            let lastEdit, now - lastEdit < Self.pause
        {
            done[done.count - 1] += edits
        } else {
            done.append(edits)
            if done.count > Self.most { done.removeFirst(done.count - Self.most) }
        }
        lastEdit = now
    }

    private func isTyping(_ edit: NoteEdit, after last: NoteEdit) -> Bool {
        edit.range.isEmpty && last.range.isEmpty && !edit.inserted.contains(0x0A)
            && !edit.inserted.contains(0x0D)
            && edit.range.lowerBound == last.range.lowerBound + last.insertedCount
    }

    /// Takes the last step back in a text, and answers the edits that did so; nil where there is none.
    mutating func undo(in text: inout NoteText) -> [NoteEdit]? {
        guard let step = done.popLast() else { return nil }
        lastEdit = nil
        do throws(NoteTextError) {
            try text.apply(step.inverse)
        } catch {
            // Its neighbours are others now: what was done before it cannot be undone either.
            done = []
            return nil
        }
        undone.append(step)
        return step.inverse
    }

    /// Does the last undone step again, and answers its edits; nil where there is none.
    mutating func redo(in text: inout NoteText) -> [NoteEdit]? {
        guard let step = undone.popLast() else { return nil }
        lastEdit = nil
        do throws(NoteTextError) {
            try text.apply(step)
        } catch {
            undone = []
            return nil
        }
        done.append(step)
        return step
    }

    /// Moves all steps past changes that another program made in the text as it is now.
    mutating func move(past changes: [NoteEdit]) {
        lastEdit = nil
        for change in changes {
            let inverses = done.reversed().map(\.inverse)
            done = Self.moved(inverses, past: change).reversed().map(\.inverse)
            undone = Self.moved(undone.reversed(), past: change).reversed()
        }
    }

    /// Forgets everything.
    mutating func clear() { self = UndoLog() }

    /// Steps in the order in which they would be applied, past a change that was made before them.
    private static func moved(_ steps: [[NoteEdit]], past change: NoteEdit) -> [[NoteEdit]] {
        var change = change
        var result: [[NoteEdit]] = []
        for step in steps {
            var moved: [NoteEdit] = []
            for edit in step {
                guard isApart(edit, from: change) else { return result }
                if change.range.upperBound <= edit.range.lowerBound {
                    moved.append(edit.moved(shown: change.shownGrowth, file: change.fileGrowth))
                } else {
                    moved.append(edit)
                    change = change.moved(shown: edit.shownGrowth, file: edit.fileGrowth)
                }
            }
            result.append(moved)
        }
        return result
    }

    /// Whether an edit can still be made after a change.
    ///
    /// One that puts text in would bring back, right where the change was, what the other program may have
    /// dealt with. Whole lines may be named with the break in front of them or with the one behind them.
    private static func isApart(_ edit: NoteEdit, from change: NoteEdit) -> Bool {
        let (range, change) = (edit.range, change.range)
        guard edit.insertedCount > 0 else {
            return change.upperBound <= range.lowerBound || change.lowerBound >= range.upperBound
        }
        let breaks: Set<UInt8?> = [0x0A, 0x0D]
        let margin = breaks.contains(edit.inserted.first) || breaks.contains(edit.inserted.last) ? 1 : 0
        return change.upperBound + margin < range.lowerBound || change.lowerBound > range.upperBound + margin
    }
}
