// SPDX-License-Identifier: MIT
// A folder with everything below it, as it was at one moment.

internal import CNoteLinux
internal import Glibc

/// A folder and everything below it as a snapshot: paths and facts, no content.
///
/// A scan is the collection of its files, ordered by the bytes of their paths whatever the timing.
/// Hidden entries (a name that starts with a dot) are not listed and not entered. Symbolic links are
/// followed; each real folder is listed once, under its real path where that lies below the root, and
/// what a folder link leads to outside the root is listed below the link. A link to a file is listed
/// under its own name. What cannot be listed is in `skipped`; only a root that cannot be listed is an
/// error, and a want of file descriptors.
///
/// Packed: a file costs its facts and its name, about 150 bytes.
public struct FolderScan: Sendable {
    /// The folder as the caller named it.
    public let root: NotePath
    /// What was found and is not listed, ordered by path; what crashed saves left behind is there too.
    public let skipped: [Skipped]

    let tree: FolderTree

    /// Which names to list.
    struct Request: Sendable {
        /// Whether a name is asked for.
        let matches: @Sendable (UnsafeRawBufferPointer) -> Bool
        /// Whether files with other names are listed beside them.
        let includesOthers: Bool
        /// Whether folders in the root are entered, and links to folders followed.
        var isRecursive = true
        /// Whether a look into one folder asks which folders the real ones in it are. A walk learns that
        /// when it enters them.
        var identifiesFolders = false
        /// Watches a folder that is open, before it is listed: then nothing can happen in it unseen.
        /// Answers what the watch is called. Called from several threads.
        var watch: (@Sendable (_ directory: Int32, _ facts: FileFacts) -> Int32)?
    }

    /// Scans a folder.
    ///
    /// Writes nothing. Access times of folders stay where the user may ask for that (`O_NOATIME`),
    /// those of symbolic links move when they are followed: Linux offers no other way. Holds at most
    /// four descriptors for each job. Files that come, go or change meanwhile are found as they are or
    /// are in `skipped`.
    ///
    /// System calls: `openat(2)`, `getdents64(2)`, and one `statx(2)` for each listed name.
    ///
    /// - Parameters:
    ///   - root: A folder, or a link to one.
    ///   - jobs: How many threads look; nil for one on each processor.
    ///   - matches: Whether to list a file of a name, given as bytes that are valid during the call.
    ///     Called from several threads.
    /// - Throws: `FileError` when the root cannot be listed as a folder, and with code
    ///   `.tooManyOpenFiles` when any folder cannot for that reason.
    public init(
        of root: NotePath, jobs: Int? = nil,
        matching matches: @escaping @Sendable (UnsafeRawBufferPointer) -> Bool = { _ in true }
    ) throws(FileError) {
        try self.init(of: root, jobs: jobs, matching: matches, includingOthers: false, calls: LinuxCalls())
    }

    /// The same through other calls, and with files of other names beside those asked for.
    package init(
        of root: NotePath, jobs: Int? = nil,
        matching matches: @escaping @Sendable (UnsafeRawBufferPointer) -> Bool,
        includingOthers: Bool, calls: any FileCalls
    ) throws(FileError) {
        try self.init(
            of: root, jobs: jobs, Request(matches: matches, includesOthers: includingOthers), calls: calls)
    }

    /// The same for any request.
    init(of root: NotePath, jobs: Int?, _ request: Request, calls: any FileCalls) throws(FileError) {
        let directory = try Self.open(root, calls)
        let walk = FolderWalk(
            root: directory, jobs: Swift.max(1, jobs ?? Workers.processors), request: request, calls: calls)
        self.root = root
        (tree, skipped) = try walk.run(root)
    }

    /// Opens the root as the place from which everything else is reached.
    package static func open(_ root: NotePath, _ calls: any FileCalls) throws(FileError) -> OpenFile {
        let flags = cn_O_PATH | cn_O_DIRECTORY | cn_O_CLOEXEC
        let number = root.withCString { calls.openat(cn_AT_FDCWD, $0, flags, 0) }
        if number >= 0 { return OpenFile(owning: number, calls: calls) }
        guard number == -ENOTDIR else {
            throw FileError(.list, root, call: "openat", answer: Int(number))
        }
        throw FileError(
            .list, root, call: "openat", code: .missing, systemError: ENOTDIR, because: "it is not a folder")
    }
}
