// SPDX-License-Identifier: MIT
// How what changes in a vault is told to people.

package import NoteKit

/// A line for each change.
package struct WatchTable: Sendable {
    package init() {}

    /// What is printed when everything is watched.
    ///
    /// - Parameters:
    ///   - notes: How many notes there are.
    ///   - folders: How many folders.
    ///   - degraded: What hinders the watch, which is told elsewhere.
    package func ready(notes: Int, folders: Int, _ degraded: [WatchDegradation]) -> [UInt8] {
        Array(
            "watching \(Count.of(notes, "note")) in \(Count.of(folders, "folder"))\n".utf8)
    }

    /// What is printed of a batch.
    package func batch(_ batch: FolderBatch) -> [UInt8] {
        var text: [UInt8] = []
        for change in batch.changes {
            let word = change.word + String(repeating: " ", count: 9 - change.word.utf8.count)
            let origin = change.origin.map { "\($0) -> " } ?? ""
            text += "\(word)\(origin)\(change.path)\n".utf8
        }
        return text
    }

    /// What hinders the watch, for the standard error.
    package static func sentence(for degraded: [WatchDegradation], by program: String) -> String {
        if degraded.isEmpty { return "\(program): watching is not hindered any more\n" }
        return degraded.map { "\(program): \($0.reason): \($0.detail)\n" }.joined()
    }
}
