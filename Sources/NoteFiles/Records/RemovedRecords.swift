// SPDX-License-Identifier: MIT
// A file of records that was taken away, and how that outlives a power cut.

/// A file of records whose name is gone. It stays open as long as this value lives.
package struct RemovedRecords: Sendable {
    let path: NotePath
    let file: RecordSync
    let subject: NotePath
    let disk: NoteDisk

    /// Makes durable that the file is gone, from any thread.
    ///
    /// System calls: `openat(2)`, `fsync(2)` of its folder.
    ///
    /// - Throws: `FileError` when it may come back after a power cut.
    package func makeDurable() throws(FileError) {
        try disk.makeRemovalDurable(of: path, file.file, about: subject)
    }
}
