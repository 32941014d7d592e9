// SPDX-License-Identifier: MIT
// How the notes of a vault are watched.

public import NoteFiles

extension NotesFolder {
    /// A watcher of the notes in a vault, as `NotesFolder` lists them. It works while its `run()` does.
    ///
    /// - Parameters:
    ///   - path: A folder, or a link to one.
    ///   - settling: How long nothing must have happened to a note before it is told.
    public static func watcher(
        of path: NotePath, settling: Duration = .milliseconds(50)
    ) -> FolderWatcher {
        FolderWatcher(of: path, matching: { NoteName.isNote($0) }, settling: settling)
    }

    /// A share in the one watcher of a vault in this process, which runs as long as somebody has a share.
    ///
    /// - Parameter path: The vault, from the root of the file system.
    public static func sharedWatcher(of path: NotePath) -> SharedWatch {
        SharedWatch.watching(path, filter: "notes") { NoteName.isNote($0) }
    }
}
