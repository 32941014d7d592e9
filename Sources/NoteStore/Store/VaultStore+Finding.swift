// SPDX-License-Identifier: MIT
// Of which folders below one something is remembered.

public import NoteFiles

extension VaultStore {
    /// The folders below one that are remembered as vaults of their own: notes that lie in no vault with a folder
    /// `.obsidian` are remembered with their own folder. Makes nothing, and opens no store.
    ///
    /// - Parameters:
    ///   - folder: A real path.
    ///   - stateFolder: Usually `StateFolder.standard`.
    /// - Returns: Their real paths, in the order of their bytes.
    /// - Throws: `StoreError` when what is remembered cannot be looked at.
    public static func vaults(
        below folder: NotePath, stateFolder: NotePath = StateFolder.standard
    ) throws(StoreError) -> [NotePath] {
        try VaultRegistry(in: stateFolder).vaults(below: folder)
    }
}
