// SPDX-License-Identifier: MIT
// Whether there is anything to open, for those who only look.

public import NoteFiles

extension VaultStore {
    /// Whether something may be remembered of a vault. Makes nothing, where opening a store makes one.
    ///
    /// - Parameters:
    ///   - vault: Its real path.
    ///   - stateFolder: Usually `StateFolder.standard`.
    /// - Throws: `StoreError` when the vault is not there, or what is remembered cannot be looked at.
    public static func isKnown(
        _ vault: NotePath, stateFolder: NotePath = StateFolder.standard
    ) throws(StoreError) -> Bool {
        try VaultRegistry(in: stateFolder).isKnown(vault)
    }
}
