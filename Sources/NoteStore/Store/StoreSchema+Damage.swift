// SPDX-License-Identifier: MIT
// When a statement that fails is a sign of damage.

internal import CSQLite

extension Database {
    /// What a failure of one of the store's statements means.
    ///
    /// They are known to be right, and never ask for what the tables forbid. Where one is refused all the same,
    /// the tables are not those that were made, or hold what nobody put there: a bit may flip in their
    /// description too, of which SQLite notices nothing.
    mutating func meaning(of error: StoreError) -> StoreError {
        guard [SQLITE_ERROR, SQLITE_CONSTRAINT].contains(error.resultCode & 0xFF) else { return error }
        do throws(StoreError) {
            _ = try lastStep(upTo: StoreSchema.steps.count)
        } catch {
            return error
        }
        return StoreError(
            .damaged, path, resultCode: error.resultCode, "its tables are not those that were made")
    }
}
