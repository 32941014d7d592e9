// SPDX-License-Identifier: MIT
// A change of the vault in several steps, as a plan.

public import NoteFiles

/// A plan: what is to be done to a vault, step by step. `OperationRunner` carries it out.
///
/// Paths are in the vault, `.` for its top. A path means what is there when its turn comes: after
/// `.move(a, to: b)` the same file is called `b`. Where a step came to another name than planned, because that
/// was taken, later steps follow it there.
public struct VaultOperation: Hashable, Sendable {
    /// What an operation is for: its undoing is asked for by this. More may be added.
    public struct Kind: Hashable, Sendable, CustomStringConvertible {
        /// The word for it, of lower case letters and hyphens, that names its record.
        public let description: String

        private init(_ word: String) { description = word }

        /// Reads a word back, also one of a later edition; nil for what can be none.
        public init?(word: some StringProtocol) {
            let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
            guard !word.isEmpty, word.utf8.count <= 64,
                word.utf8.allSatisfy({ letters.contains($0) || $0 == UInt8(ascii: "-") })
            else { return nil }
            self.init(String(word))
        }

        /// A note is moved to another folder.
        public static let noteMove = Kind("note-move")
        /// A note gets another title, and the links to it with it.
        public static let noteRename = Kind("note-rename")
        /// A folder is made.
        public static let folderCreate = Kind("folder-create")
        /// A folder gets another name.
        public static let folderRename = Kind("folder-rename")
        /// A folder is moved to another one.
        public static let folderMove = Kind("folder-move")
        /// A folder is deleted; what is in it stays.
        public static let folderDelete = Kind("folder-delete")
        /// A file becomes an attachment.
        public static let attachmentSave = Kind("attachment-save")
        /// An attachment is removed.
        public static let attachmentRemove = Kind("attachment-remove")
    }

    /// What the operation is for.
    public var kind: Kind
    /// The steps, in their order.
    public var steps: [Step]
    /// Whether it can be taken back when it is over, until the next one of its kind.
    public var isUndoable: Bool

    /// Makes a plan.
    public init(_ kind: Kind, _ steps: [Step], isUndoable: Bool = true) {
        self.kind = kind
        self.steps = steps
        self.isUndoable = isUndoable
    }
}

extension VaultOperation {
    /// One step.
    public struct Step: Hashable, Sendable {
        /// What a step does.
        public enum Action: Hashable, Sendable {
            /// Makes a folder; one that is there does as well.
            case makeFolder(NotePath)
            /// Gives a file or a folder another path, and never replaces anything.
            case move(NotePath, to: NotePath, ifTaken: Taken)
            /// Removes a folder if nothing at all is in it.
            case removeFolder(NotePath)
            /// Puts a text in place of the text with a digest, through `NoteDisk.replace`.
            case edit(NotePath, from: SHA256Digest, to: [UInt8])
            /// Puts another target in place of the one that a symbolic link has.
            case relink(NotePath, from: NotePath, to: NotePath)
            /// Removes a file. Its bytes are gone for good.
            case removeFile(NotePath)
        }

        /// What becomes of a move to a name that is taken.
        public enum Taken: UInt8, Hashable, Sendable {
            /// It is refused.
            case refuse = 0
            /// It is refused where the very name is taken; one that differs in case or accents was there before.
            case refuseSame = 2
            /// The name gets the first number that is free: `Name 2.md`.
            case number = 1
        }

        /// What becomes of the operation when the world has made a step impossible.
        public enum Refusal: UInt8, Hashable, Sendable {
            /// The steps before are taken back, those behind not tried.
            case takeBack
            /// The others go on.
            case goOn
        }

        /// What it does.
        public var action: Action
        /// What follows when it is impossible.
        public var ifRefused: Refusal

        /// Makes a step.
        public init(_ action: Action, ifRefused: Refusal) {
            self.action = action
            self.ifRefused = ifRefused
        }

        /// Makes a folder; one that is there does as well.
        public static func makeFolder(_ path: NotePath, ifRefused: Refusal = .takeBack) -> Step {
            Step(.makeFolder(path), ifRefused: ifRefused)
        }

        /// Gives a file or a folder another path.
        public static func move(
            _ path: NotePath, to new: NotePath, ifTaken: Taken = .refuse, ifRefused: Refusal = .takeBack
        ) -> Step {
            Step(.move(path, to: new, ifTaken: ifTaken), ifRefused: ifRefused)
        }

        /// Removes a folder if nothing is in it.
        public static func removeFolder(_ path: NotePath, ifRefused: Refusal = .goOn) -> Step {
            Step(.removeFolder(path), ifRefused: ifRefused)
        }

        /// Puts a text in place of another one.
        public static func edit(
            _ path: NotePath, from digest: SHA256Digest, to text: [UInt8], ifRefused: Refusal = .takeBack
        ) -> Step {
            Step(.edit(path, from: digest, to: text), ifRefused: ifRefused)
        }

        /// Puts another target in place of the one that a symbolic link has.
        public static func relink(
            _ path: NotePath, from old: NotePath, to new: NotePath, ifRefused: Refusal = .goOn
        ) -> Step {
            Step(.relink(path, from: old, to: new), ifRefused: ifRefused)
        }

        /// Removes a file for good. It belongs at the end: it is the one step that cannot be taken back.
        public static func removeFile(_ path: NotePath, ifRefused: Refusal = .goOn) -> Step {
            Step(.removeFile(path), ifRefused: ifRefused)
        }
    }
}
