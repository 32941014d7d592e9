// SPDX-License-Identifier: MIT
// A folder with everything below it, as it was at one moment.

/// A folder and everything below it as a snapshot: paths and facts, no content.
///
/// Hidden entries (a name that starts with a dot) are not listed and not entered. Symbolic links are
/// followed; each real folder is listed once, under its real path where that lies below the root.
/// What cannot be listed is in `skipped`; only a root that cannot be opened is an error.
public struct FolderScan: Sendable {
    /// The folder as the caller named it.
    public let root: NotePath
    /// What was found and is not listed, ordered by path.
    public let skipped: [Skipped]

    /// One file of a scan.
    public struct File: Hashable, Sendable {
        /// The path below the root.
        public let path: NotePath
        /// The facts; of what a link leads to, where the name is a symbolic link.
        public let facts: FileFacts
        /// Whether the name is a symbolic link.
        public let isLink: Bool
    }
}
