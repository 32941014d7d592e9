// SPDX-License-Identifier: MIT
// Where notes are read and saved: the file contract's front door.

/// Reads and saves notes as files, so that nobody's bytes are lost.
///
/// A value of no weight: it holds which system calls to use, where to keep what must outlive a
/// crash, and how long to wait for another program. It may be used from many threads at once. All
/// its methods block on the disk.
public struct NoteDisk: Sendable {
    /// The folder for undo copies and kept versions, made (mode 0700) when first needed.
    public var stateFolder: NotePath
    /// How long a save waits for a program that has the note open for writing, in nanoseconds.
    public var patience: UInt64 = 2_000_000_000

    package let calls: any FileCalls

    /// Works on the real disk.
    ///
    /// - Parameter stateFolder: Usually `StateFolder.standard`; never inside the vault.
    public init(stateFolder: NotePath = StateFolder.standard) {
        self.init(stateFolder: stateFolder, calls: LinuxCalls())
    }

    /// Works through other calls, as tests do.
    package init(stateFolder: NotePath, calls: any FileCalls) {
        self.stateFolder = stateFolder
        self.calls = calls
    }
}
