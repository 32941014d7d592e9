// SPDX-License-Identifier: MIT
// What an embedder may choose about a session.

/// How a session works. The options of the handle that opens a file first hold for all its handles.
public struct SessionOptions: Sendable {
    /// When edits are saved and failures tried again.
    public var timing = SessionTiming()
    /// Where the journal of unsaved edits and, by default, kept versions lie; never inside the vault.
    public var stateFolder: NotePath
    /// Who keeps what a choice in a conflict drops.
    public var keeper: any VersionKeeper
    /// The clock for `timing`.
    public var clock: any Clock<Duration> = ContinuousClock()
    /// Whether to hear of outside changes as they happen. Without it they are found when saving, and by
    /// `NoteSession.look()`: nothing is overwritten either way.
    public var isWatching = true
    /// How long a save waits for a program that has the note open for writing.
    public var patience = Duration.seconds(2)
    /// A vault that is watched as a whole anyway, whether it holds a folder `.obsidian` or not: notes below it
    /// share its watcher. A real path.
    package var watchedVault: NotePath?
    /// Has others in whose program the note is open hold still: called with its path on the thread that is about to
    /// write it. Answers what lets them go on, which is called once, when it is written; throws where it must not be
    /// written, and it is tried again as after any failure.
    package var holdingOthers: @Sendable (NotePath) throws(FileError) -> @Sendable () -> Void = { _ in {} }
    /// Where the work on the note's disk runs. A disk that does not answer holds up all that share the lanes.
    package var lanes = DiskLanes.shared
    /// Where the tasks of the session run; nil for the threads that Swift takes by default.
    package var tasks: (any TaskExecutor)?
    package var calls: any FileCalls = LinuxCalls()

    /// The usual choices.
    ///
    /// - Parameter stateFolder: Usually `StateFolder.standard`.
    public init(stateFolder: NotePath = StateFolder.standard) {
        self.stateFolder = stateFolder
        keeper = FileVersionKeeper(stateFolder: stateFolder)
    }
}
