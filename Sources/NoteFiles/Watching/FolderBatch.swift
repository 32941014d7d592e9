// SPDX-License-Identifier: MIT
// What a watcher tells at once.

/// Changes of a folder that belong together in time.
public struct FolderBatch: Hashable, Sendable {
    /// What is different, one for each note, ordered by path; a moved note by its new one. Empty where
    /// only `degraded` is different.
    public var changes: [FolderScan.Change]
    /// In what the watcher is hindered now, beginning with this batch.
    public var degraded: [WatchDegradation]
    /// False where batches before this one were dropped since nobody took them: anything may have changed.
    public var isComplete: Bool

    /// Makes a batch.
    public init(
        changes: [FolderScan.Change], degraded: [WatchDegradation] = [], isComplete: Bool = true
    ) {
        self.changes = changes
        self.degraded = degraded
        self.isComplete = isComplete
    }
}
