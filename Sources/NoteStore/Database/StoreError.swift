// SPDX-License-Identifier: MIT
// What can go wrong with what is remembered beside a vault, in words a person can act on.

internal import Glibc
public import NoteFiles

/// A failure of the store: what was tried, at which database, why, and what is still safe.
public struct StoreError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The sort of failure. More may be added; a `switch` needs a `default`.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        /// The word for it that the command line prints.
        public let description: String
        private init(_ word: String) { description = word }

        /// Other programs kept the database locked for longer than anybody should.
        public static let busy = Code("busy")
        /// The database, or a page of it, is no database any more (`SQLITE_CORRUPT`, `SQLITE_NOTADB`).
        public static let damaged = Code("damaged")
        /// A later edition of NoteKit has changed the database in a way that this one does not know.
        public static let tooNew = Code("too-new")
        /// The disk is full (`SQLITE_FULL`).
        public static let noSpace = Code("no-space")
        /// This user may not, or the file system is mounted read-only.
        public static let notPermitted = Code("not-permitted")
        /// The device failed (`SQLITE_IOERR`).
        public static let inputOutput = Code("input-output")
        /// A folder is not there.
        public static let missing = Code("missing")
        /// Anything else; see `resultCode`.
        public static let other = Code("other")
    }

    /// The sort of failure.
    public let code: Code
    /// The database.
    public let path: NotePath
    /// The extended result code of SQLite; zero when it was not SQLite that failed.
    public let resultCode: Int32
    /// A sentence: what failed, and what is still safe. Never note text.
    public let description: String
    /// What of it failed, for a sentence that says more.
    let reason: String

    /// Makes an error that SQLite did not report.
    package init(_ code: Code, _ path: NotePath, resultCode: Int32 = 0, _ reason: String) {
        self.code = code
        self.path = path
        self.resultCode = resultCode
        self.reason = reason
        description = "What is remembered in '\(path)' cannot be used: \(reason). No note was touched."
    }

    private init(_ error: StoreError, _ code: Code) {
        self.code = code
        path = error.path
        resultCode = error.resultCode
        description = error.description
        reason = error.reason
    }

    /// The same failure, as one of another sort.
    func filed(as code: Code) -> StoreError { StoreError(self, code) }

    /// A system call failed. See: `man 3 errno`.
    init(_ path: NotePath, call: String, systemError number: Int32) {
        let code: Code =
            switch number {
            case ENOSPC, EDQUOT: .noSpace
            case EACCES, EPERM, EROFS: .notPermitted
            case EIO: .inputOutput
            case ENOENT, ENOTDIR: .missing
            default: .other
            }
        self.init(code, path, "\(String(cString: strerror(number))) (\(call))")
    }
}
