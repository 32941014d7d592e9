// SPDX-License-Identifier: MIT
// What can go wrong with a file, in words a person can act on.

internal import Glibc

/// A failure at a file: what was tried, on which path, why, and what is still safe.
public struct FileError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The sort of failure. More may be added; a `switch` needs a `default`.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        /// The word for it that the command line prints.
        public let description: String
        private init(_ word: String) { description = word }

        /// Nothing is there by that name, or a folder on the way is gone.
        public static let missing = Code("missing")
        /// The name is taken.
        public static let exists = Code("exists")
        /// The disk is full (`ENOSPC`).
        public static let noSpace = Code("no-space")
        /// The quota is used up (`EDQUOT`).
        public static let overQuota = Code("over-quota")
        /// The file would be larger than a limit allows (`EFBIG`).
        public static let tooLarge = Code("too-large")
        /// The file system is mounted read-only (`EROFS`).
        public static let readOnlyFileSystem = Code("read-only-file-system")
        /// This user may not (`EACCES`, `EPERM`), or the file is marked read-only.
        public static let notPermitted = Code("not-permitted")
        /// The device failed (`EIO`).
        public static let inputOutput = Code("input-output")
        /// A name or path is longer than the file system takes.
        public static let nameTooLong = Code("name-too-long")
        /// The name leads to a folder, a pipe, a socket or a device.
        public static let notAFile = Code("not-a-file")
        /// Symbolic links lead in a circle.
        public static let linkLoop = Code("link-loop")
        /// A symbolic link leads out of the folder that bounds what may be changed.
        public static let leadsOutside = Code("leads-outside")
        /// Another program keeps writing the file.
        public static let busy = Code("busy")
        /// The process or the system has no more open files to give.
        public static let tooManyOpenFiles = Code("too-many-open-files")
        /// Anything else; see `systemError`.
        public static let other = Code("other")
    }

    /// What was tried.
    public enum Operation: String, Hashable, Sendable {
        /// Finding the file behind a path.
        case find
        /// Reading it.
        case read
        /// Putting new text in its place.
        case save
        /// The same, past the point at which the new text had taken the name: the disk refused both to
        /// confirm and to take it back. After `recover` the old text or the new is there, whole.
        case settle
        /// Making it.
        case create
        /// Listing a folder.
        case list
        /// Watching a folder.
        case watch
        /// Keeping a copy in the state folder.
        case keep
        /// Cleaning up after a crash.
        case recover
        /// Writing down the edits of an open note before they are saved.
        case journal
    }

    /// The sort of failure.
    public let code: Code
    /// What was tried.
    public let operation: Operation
    /// The path as the caller gave it.
    public let path: NotePath
    /// The system call that failed, for example `fsync`.
    public let call: String
    /// The error number of the call. Zero when no call failed.
    public let systemError: Int32
    /// A sentence: what failed, for which file, and what is still safe. Never note text.
    public let description: String

    /// Makes an error for a failed system call.
    package init(_ operation: Operation, _ path: NotePath, call: String, answer: Int) {
        let number = Int32(-answer)
        self.init(operation, path, call: call, code: Code(systemError: number), systemError: number)
    }

    /// Makes an error that no system call reported.
    package init(
        _ operation: Operation, _ path: NotePath, call: String, code: Code, systemError: Int32 = 0,
        because detail: String? = nil
    ) {
        self.code = code
        self.operation = operation
        self.path = path
        self.call = call
        self.systemError = systemError
        let reason = detail ?? code.sentence(systemError)
        description = "\(operation.failure(path)): \(reason) (\(call)). \(operation.assurance)"
    }
}

extension FileError {
    /// The same failure in the words of the operation that it was a part of.
    func during(_ operation: Operation, of path: NotePath) -> FileError {
        FileError(operation, path, call: call, code: code, systemError: systemError)
    }

    /// The same failure, where it is not known what the note holds now.
    var asUnsettled: FileError {
        FileError(.settle, path, call: call, code: code, systemError: systemError)
    }
}

extension FileError.Code {
    /// See: `man 3 errno`.
    package init(systemError number: Int32) {
        self =
            switch number {
            case ENOENT, ENOTDIR, ESTALE: .missing
            case EEXIST: .exists
            case ENOSPC: .noSpace
            case EDQUOT: .overQuota
            case EFBIG: .tooLarge
            case EROFS: .readOnlyFileSystem
            case EACCES, EPERM: .notPermitted
            case EIO: .inputOutput
            case ENAMETOOLONG: .nameTooLong
            case EISDIR, ENXIO, ENODEV: .notAFile
            case ELOOP: .linkLoop
            case EBUSY, ETXTBSY, EAGAIN: .busy
            case EMFILE, ENFILE: .tooManyOpenFiles
            default: .other
            }
    }

    package func sentence(_ number: Int32) -> String {
        switch self {
        case .missing: "nothing is there by that name, or a folder on the way is gone"
        case .exists: "the name is taken"
        case .noSpace: "the disk is full"
        case .overQuota: "the disk quota is used up"
        case .tooLarge: "the file would be larger than the limit allows"
        case .readOnlyFileSystem: "the file system is read-only"
        case .notPermitted: "this user is not permitted to"
        case .inputOutput: "the device reported an input or output error"
        case .nameTooLong: "the name is too long for the file system"
        case .notAFile: "it is not a regular file"
        case .linkLoop: "symbolic links lead in a circle"
        case .leadsOutside: "a symbolic link on the way leads out of the vault"
        case .busy: "another program is using it"
        case .tooManyOpenFiles: "too many files are open"
        default: String(cString: strerror(number))
        }
    }
}

extension FileError.Operation {
    fileprivate func failure(_ path: NotePath) -> String {
        switch self {
        case .find: "'\(path)' was not found"
        case .read: "'\(path)' was not read"
        case .save: "'\(path)' was not saved"
        case .settle: "it is not known whether '\(path)' was saved"
        case .create: "'\(path)' was not created"
        case .list: "the folder '\(path)' was not listed"
        case .watch: "the folder '\(path)' is not watched"
        case .keep: "no copy was kept at '\(path)'"
        case .recover: "what a crash left at '\(path)' was not cleaned up"
        case .journal: "the unsaved edits of '\(path)' are not safe from a crash"
        }
    }

    fileprivate var assurance: String {
        switch self {
        case .find, .read, .list, .watch: "Nothing was changed."
        case .save: "The old text is still there."
        case .settle: "Once the folder is opened again, the old text or the new is there, whole."
        case .create: "Nothing is there by that name from us."
        case .keep: "The note was not touched."
        case .recover: "Nothing was removed."
        case .journal: "They are still in the open note."
        }
    }
}
