// SPDX-License-Identifier: MIT
// What is known of an operation that was carried out earlier, so that whoever takes it back can say which.

public import NoteFiles

/// An operation that was carried out earlier.
public struct FinishedOperation: Hashable, Sendable {
    /// What was to be done.
    public let operation: VaultOperation
    /// The path that each step made, changed or removed; nil for one that did nothing. That of a move is where
    /// the file was afterwards.
    public let done: [NotePath?]
    /// When it was done; nil where the record does not tell.
    public let finished: FileTime?

    init(_ record: OperationRecord) {
        operation = record.operation
        done = record.operation.steps.indices.map { record.done[$0] }
        finished = record.finished
    }
}
