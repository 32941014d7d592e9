// SPDX-License-Identifier: MIT
// In what a watcher is hindered, in words that name the limit and how to lift it.

/// Why a watcher does not work as it should. The list of notes is right all the same, perhaps later.
public struct WatchDegradation: Hashable, Sendable, CustomStringConvertible {
    /// The sort of hindrance. More may be added; a `switch` needs a `default`.
    public struct Reason: Hashable, Sendable, CustomStringConvertible {
        /// The word for it that the command line prints.
        public let description: String
        private init(_ word: String) { description = word }

        /// The kernel dropped hints (`IN_Q_OVERFLOW`); everything is looked at again, which clears it.
        public static let queueOverflow = Reason("queue-overflow")
        /// The limit of inotify watches is used up (`fs.inotify.max_user_watches`).
        public static let watchLimit = Reason("watch-limit")
        /// The limit of inotify instances is used up (`fs.inotify.max_user_instances`).
        public static let instanceLimit = Reason("instance-limit")
        /// The file system was unmounted.
        public static let unmounted = Reason("unmounted")
        /// Nothing is at the root's path.
        public static let rootMissing = Reason("root-missing")
        /// Another folder took the root's path. It is watched now, which clears it.
        public static let rootReplaced = Reason("root-replaced")
        /// A file system whose changes inotify does not see all: a network or a program serves it.
        public static let networkFileSystem = Reason("network-file-system")
        /// A folder that this user may not list.
        public static let unreadable = Reason("unreadable")
        /// The process or the system has no more open files to give.
        public static let tooManyOpenFiles = Reason("too-many-open-files")
        /// A folder that could not be watched or listed for another reason.
        public static let failing = Reason("failing")
    }

    /// The sort of hindrance.
    public let reason: Reason
    /// A sentence for people: what is hindered, what still works, and how to lift it.
    public let detail: String
    /// The folder below the root where one is meant, or the first of several; `.` for the root.
    public let path: NotePath?

    init(_ reason: Reason, at path: NotePath? = nil, _ detail: String) {
        self.reason = reason
        self.detail = detail
        self.path = path
    }

    /// The sentence.
    public var description: String { detail }
}
