// SPDX-License-Identifier: MIT
// Looks at everything that a vault depends on: its file system, the watcher, the store, room, leftovers.

public import NoteFiles

/// Finds out how well a vault is, and what can be promised for it.
///
/// Small hidden files are made in the top folder of the vault, to find out what its file system can, and are
/// removed again; see `FileSystemTrial`. No note and no other file is touched. In the state folder a damaged
/// store is mended, as on every other opening.
public struct VaultHealth: Sendable {
    let vault: NotePath
    let stateFolder: NotePath
    let disk: NoteDisk

    /// Prepares a look.
    ///
    /// - Parameters:
    ///   - vault: A folder, or a link to one.
    ///   - stateFolder: Where NoteKit remembers things.
    public init(of vault: NotePath, stateFolder: NotePath = StateFolder.standard) {
        self.init(of: vault, stateFolder: stateFolder, calls: LinuxCalls())
    }

    package init(of vault: NotePath, stateFolder: NotePath, calls: any FileCalls) {
        self.vault = vault
        self.stateFolder = stateFolder
        disk = NoteDisk(stateFolder: stateFolder, calls: calls)
    }

    /// Looks at everything.
    ///
    /// After a crash: empty hidden files may be left in the top folder. The next look, or the next save there,
    /// removes them.
    ///
    /// - Returns: What was found, always in the same order.
    /// - Throws: `FileError` when the vault cannot be listed.
    public func look() throws(FileError) -> [HealthFinding] {
        let trial = try FileSystemTrial(in: vault, on: disk)
        let scan = try FolderScan(
            of: vault, matching: { _ in true }, includingOthers: false, calls: disk.calls)
        let kind = FileSystemKind(magic: try magic(of: vault))
        return fileSystem(trial, kind) + watching(scan, kind) + store() + stateFolderPlace() + room()
            + remains(scan)
    }

    func magic(of folder: NotePath) throws(FileError) -> Int {
        let directory = try FolderScan.open(folder, disk.calls)
        return disk.calls.filesystemKind(directory.number)
    }
}

/// A count with its noun.
func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }
