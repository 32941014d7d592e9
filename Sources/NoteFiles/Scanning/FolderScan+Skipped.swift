// SPDX-License-Identifier: MIT
// What a scan found and does not list, and why.

internal import Glibc

extension FolderScan {
    /// A name that a scan came across and does not list, or lists only in part.
    public struct Skipped: Hashable, Sendable, CustomStringConvertible {
        /// The path below the root.
        public let path: NotePath
        /// Why.
        public let reason: Reason

        package init(path: NotePath, reason: Reason) {
            self.path = path
            self.reason = reason
        }

        /// The path and the reason.
        public var description: String { "\(path): \(reason)" }
    }

    /// Why something is not listed. More may be added; a `switch` needs a `default`.
    public struct Reason: Hashable, Sendable, CustomStringConvertible {
        /// A sentence without a full stop, for the screen.
        public let description: String
        /// Whether it could not be looked at, so that nobody knows what there is. False for what is
        /// known to be no note, to be listed under another path, or to be a leftover.
        public let isUnseen: Bool

        private init(_ sentence: String, isUnseen: Bool = false) {
            description = sentence
            self.isUnseen = isUnseen
        }

        /// A symbolic link that leads to nothing.
        public static let danglingLink = Reason("a symbolic link that leads to nothing")
        /// Symbolic links that lead in a circle.
        public static let linkLoop = Reason("symbolic links that lead in a circle")
        /// A link to a folder whose notes are listed under another path, or the same folder mounted
        /// at a second place.
        public static let listedElsewhere = Reason("a folder that is listed under another path")
        /// A folder whose name looks like a note's. It is entered like any folder.
        public static let folder = Reason("a folder with the name of a note; what is in it is listed")
        /// A pipe, a socket or a device whose name looks like a note's.
        public static let notAFile = Reason("a pipe, socket or device, not a file")
        /// This user may not look.
        public static let notPermitted = Reason("this user is not permitted to look at it", isUnseen: true)
        /// The name was there and was gone a moment later.
        public static let vanished = Reason("it vanished while the folder was listed", isUnseen: true)
        /// What a crashed save left behind; recovery removes it or puts it back.
        public static let leftover = Reason("left behind by a save that crashed")

        /// Another failure of a system call.
        public static func failed(_ code: FileError.Code) -> Reason {
            Reason("the system could not look at it (\(code))", isUnseen: true)
        }

        /// The reason that an error number of `statx(2)` or `getdents64(2)` stands for.
        package init(answer: Int32) {
            self =
                switch FileError.Code(systemError: -answer) {
                case .missing: .vanished
                case .linkLoop: .linkLoop
                case .notPermitted: .notPermitted
                case let code: .failed(code)
                }
        }

        /// The reason that an error number of `openat(2)` of a folder stands for. One that refuses to
        /// follow a link, or finds no folder, saw another thing take the folder's name.
        init(opening answer: Int32) {
            self = answer == -ELOOP ? .vanished : Reason(answer: answer)
        }
    }
}
