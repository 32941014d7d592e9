// SPDX-License-Identifier: MIT
// The one place where a result code of SQLite becomes an error.

internal import CSQLite
internal import NoteFiles

extension StoreError {
    /// See: <https://www.sqlite.org/rescode.html>.
    ///
    /// - Parameter message: What SQLite says of it, which may name tables and columns but no values.
    init(result: Int32, _ path: NotePath, message: String) {
        let (code, reason): (Code, String) =
            switch result & 0xFF {
            case SQLITE_BUSY, SQLITE_LOCKED: (.busy, "another program keeps it locked")
            case SQLITE_CORRUPT, SQLITE_NOTADB: (.damaged, "it is damaged (\(message))")
            case SQLITE_FULL: (.noSpace, "there is no room on the disk")
            case SQLITE_READONLY, SQLITE_PERM, SQLITE_AUTH, SQLITE_CANTOPEN:
                (.notPermitted, "it may not be opened or written (\(message))")
            case SQLITE_IOERR: (.inputOutput, "the disk failed (\(message))")
            default: (.other, message)
            }
        self.init(code, path, resultCode: result, reason)
    }
}
