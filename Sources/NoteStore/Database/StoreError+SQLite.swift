// SPDX-License-Identifier: MIT
// The one place where a result code of SQLite becomes an error.

internal import CSQLite
internal import Glibc
internal import NoteFiles

extension StoreError {
    /// What a connection says of the call that just failed.
    init(result: Int32, _ path: NotePath, _ connection: OpaquePointer) {
        self.init(
            result: result, path, message: String(cString: sqlite3_errmsg(connection)),
            systemError: sqlite3_system_errno(connection))
    }

    /// See: <https://www.sqlite.org/rescode.html>.
    ///
    /// - Parameters:
    ///   - message: What SQLite says of it, which may name tables and columns but no values.
    ///   - number: The error number of the system call that failed; of use where SQLite met one.
    init(result: Int32, _ path: NotePath, message: String, systemError number: Int32) {
        let (code, reason): (Code, String) =
            switch (result & 0xFF, number) {
            case (SQLITE_BUSY, _), (SQLITE_LOCKED, _): (.busy, "another program keeps it locked")
            case (SQLITE_CORRUPT, _), (SQLITE_NOTADB, _): (.damaged, "it is damaged (\(message))")
            // A quota and a limit on the size of files are for SQLite faults of the disk.
            case (SQLITE_FULL, _), (SQLITE_IOERR, ENOSPC), (SQLITE_IOERR, EDQUOT), (SQLITE_IOERR, EFBIG),
                (SQLITE_CANTOPEN, ENOSPC), (SQLITE_CANTOPEN, EDQUOT):
                (.noSpace, "there is no room on the disk")
            case (SQLITE_CANTOPEN, EMFILE), (SQLITE_CANTOPEN, ENFILE):
                (.other, "\(String(cString: strerror(number))) (\(message))")
            case (SQLITE_READONLY, _), (SQLITE_PERM, _), (SQLITE_AUTH, _), (SQLITE_CANTOPEN, _):
                (.notPermitted, "it may not be opened or written (\(message))")
            case (SQLITE_IOERR, _): (.inputOutput, "the disk failed (\(message))")
            default: (.other, message)
            }
        self.init(code, path, resultCode: result, reason)
    }
}
