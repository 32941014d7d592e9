// SPDX-License-Identifier: MIT
// Versions as plain files, for whoever has no store.

public import NoteFiles

/// Keeps versions as plain files in the state folder, where a person can read them with `cat`.
///
/// See `NoteDisk.keep(_:)` for where they lie and what holds after a crash.
public struct FileVersionKeeper: VersionKeeper {
    private let disk: NoteDisk

    /// Keeps versions in `stateFolder/versions`.
    ///
    /// - Parameter stateFolder: Usually `StateFolder.standard`; never inside the vault.
    public init(stateFolder: NotePath = StateFolder.standard) {
        self.init(on: NoteDisk(stateFolder: stateFolder))
    }

    /// Keeps versions in the state folder of a disk.
    public init(on disk: NoteDisk) { self.disk = disk }

    /// Keeps a version. See `NoteDisk.keep(_:)`.
    ///
    /// - Throws: `FileError` when the state folder cannot be written. The note was not touched.
    public func keep(_ version: NoteVersion) throws(FileError) { _ = try disk.keep(version) }

    /// The versions of a note, the oldest first.
    ///
    /// - Throws: `FileError` when they cannot be listed.
    public func versions(of note: NotePath) throws(FileError) -> [KeptVersion] {
        try disk.keptVersions(of: note)
    }
}
