// SPDX-License-Identifier: MIT
// What a program can say that holds open notes still while an operation writes their files.

public import NoteFiles

/// The open notes at a path, held still until `end()`.
///
/// What was typed in them is in their files, and their edits wait. Whoever holds them does so for a limited time: what
/// is typed after that meets what the operation writes as an outside change. Nothing hangs on that: without a hold an
/// operation is as safe.
public struct NoteHold: Sendable {
    /// Nobody has a note open.
    public static let none = NoteHold(count: 0, mayBeOver: { false }, end: { true })

    /// How many open notes are held still.
    let count: Int
    /// Those of them that must not be written, since they have edits that could not be saved: by their paths from the
    /// root.
    let unsaved: Set<NotePath>
    /// Whether so much of its time has passed that the next write may come too late.
    let mayBeOver: @Sendable () -> Bool
    private let letGo: @Sendable () -> Bool

    /// Makes a hold.
    ///
    /// - Parameters:
    ///   - count: How many open notes are held still.
    ///   - unsaved: Those of them with edits that could not be saved, by their paths from the root.
    ///   - mayBeOver: Whether so much of its time has passed that the next write may come too late.
    ///   - end: Lets edits through again. Called once. Answers whether the notes were held still until then.
    public init(
        count: Int, unsaved: Set<NotePath> = [], mayBeOver: @escaping @Sendable () -> Bool,
        end: @escaping @Sendable () -> Bool
    ) {
        self.count = count
        self.unsaved = unsaved
        self.mayBeOver = mayBeOver
        letGo = end
    }

    /// Lets edits through again.
    ///
    /// - Returns: Whether the notes were held still until now.
    @discardableResult
    func end() -> Bool { letGo() }
}
