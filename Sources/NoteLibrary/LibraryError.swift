// SPDX-License-Identifier: MIT
// What can go wrong when a vault is changed, in words a person can act on.

public import NoteFiles
public import NoteStore

/// A change of a vault that was not made: at which path, why, and what is still safe.
public struct LibraryError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The sort of failure. More may be added; a `switch` needs a `default`.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        /// The word for it that the command line prints.
        public let description: String
        init(_ word: String) { description = word }

        /// Another process is changing the vault, and was not done in time.
        public static let busy = Code("busy")
        /// Nothing is there by that name, or not any more what was there.
        public static let missing = Code("missing")
        /// The name is taken.
        public static let nameTaken = Code("name-taken")
        /// Another program has changed the file meanwhile.
        public static let changed = Code("changed")
        /// Somebody has the note open with edits that could not be saved.
        public static let unsaved = Code("unsaved")
        /// The folder is not empty.
        public static let notEmpty = Code("not-empty")
        /// A folder cannot move into itself or below itself; the top cannot move at all.
        public static let illegalMove = Code("illegal-move")
        /// What was asked for can be no name here.
        public static let invalidName = Code("invalid-name")
        /// A symbolic link is in the way, which is not followed.
        public static let symbolicLink = Code("symbolic-link")
        /// The folder is a vault or a repository of its own.
        public static let foreign = Code("foreign")
        /// The two places are in different file systems.
        public static let otherFileSystem = Code("other-file-system")
        /// This user may not, or the file system is mounted read-only.
        public static let notPermitted = Code("not-permitted")
        /// The disk is full, or the quota is used up.
        public static let noSpace = Code("no-space")
        /// The device failed.
        public static let inputOutput = Code("input-output")
        /// There is nothing that could be taken back.
        public static let nothingToUndo = Code("nothing-to-undo")
        /// What is remembered beside the vault cannot be used.
        public static let store = Code("store")
        /// Anything else; see `systemError`.
        public static let other = Code("other")
    }

    /// The sort of failure.
    public let code: Code
    /// The path that it is about: in the vault, or from the root.
    public let path: NotePath
    /// The number of the kernel's error; zero when it was not a call that failed.
    public let systemError: Int32
    /// A sentence: what failed, and what is still safe. Never note text.
    public let description: String

    /// Makes an error.
    ///
    /// - Parameters:
    ///   - code: The sort of failure.
    ///   - path: What it is about.
    ///   - description: What failed, and what is still safe, in whole sentences.
    public init(_ code: Code, _ path: NotePath, _ description: String) {
        self.init(code, path, systemError: 0, description)
    }

    init(_ code: Code, _ path: NotePath, systemError: Int32, _ description: String) {
        self.code = code
        self.path = path
        self.systemError = systemError
        self.description = description
    }

    /// The failure of a file operation, as a change of the vault met it.
    public init(_ error: FileError) {
        self.init(Code(error.code), error.path, systemError: error.systemError, error.description)
    }

    /// The failure of what is remembered beside the vault.
    public init(_ error: StoreError) {
        let code: Code =
            switch error.code {
            case .busy: .busy
            case .missing: .missing
            case .notPermitted: .notPermitted
            case .noSpace: .noSpace
            case .inputOutput: .inputOutput
            default: .store
            }
        self.init(code, error.path, error.description)
    }
}

extension LibraryError.Code {
    init(_ code: FileError.Code) {
        self =
            switch code {
            case .missing: .missing
            case .exists: .nameTaken
            case .noSpace, .overQuota: .noSpace
            case .notPermitted, .readOnlyFileSystem: .notPermitted
            case .inputOutput: .inputOutput
            case .nameTooLong: .invalidName
            case .linkLoop, .leadsOutside: .symbolicLink
            case .busy: .busy
            case .notAFile: .notAFile
            default: .other
            }
    }
}
