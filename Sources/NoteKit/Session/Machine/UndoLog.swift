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
    /// How many bytes the steps hold, or fewer.
    private var size = 0

    /// How many steps can be undone.
    private static let most = 1000
    /// How many bytes the steps that can be undone hold, but for the last one.
    private static let largest = 4 << 20
    /// What is typed in one go is one edit, up to so many bytes.
    private static let longestEdit = 4096
    /// Typing that goes on within this time is undone as one.
    private static let pause = Duration.seconds(1)

    /// Remembers what a client did.
    mutating func add(_ edits: [NoteEdit], at now: Duration) {
        undone = []
        if let last = done.last?.last, edits.count == 1, isTyping(edits[0], after: last),
            let lastEdit, now - lastEdit < Self.pause
        {
            done[done.count - 1].add(edits[0], joiningUpTo: Self.longestEdit)
        } else {
            done.append(edits)
            if done.count > Self.most { done.removeFirst(done.count - Self.most) }
        }
        size += edits.size
        if size > Self.largest { forgetTheFirst() }
        lastEdit = now
    }

    private mutating func forgetTheFirst() {
        size = done.reduce(0) { $0 + $1.size }
        var first = 0
        while size > Self.largest, first < done.count - 1 {
            size -= done[first].size
            first += 1
        }
        done.removeFirst(first)
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

extension [NoteEdit] {
    /// How many bytes it holds, about.
    fileprivate var size: Int { reduce(0) { $0 + $1.removed.count + $1.inserted.count + 128 } }

    /// Adds an edit that puts text right behind what the last one did, as one with it where that stays short.
    fileprivate mutating func add(_ edit: NoteEdit, joiningUpTo longest: Int) {
        guard let last, last.inserted.count < longest, edit.removed.isEmpty,
            edit.fileOffset == last.fileOffset + last.inserted.count
        else { return append(edit) }
        self[count - 1] = NoteEdit(
            range: last.range, insertedCount: last.insertedCount + edit.insertedCount,
            fileOffset: last.fileOffset, removed: last.removed, inserted: last.inserted + edit.inserted)
    }
}
