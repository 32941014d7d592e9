// SPDX-License-Identifier: MIT
// How a file of records is made durable by a thread that does not write it.

internal import CNoteLinux
internal import Glibc
internal import Synchronization

/// The open file of records, to be made durable from any thread while another one appends.
///
/// It keeps the file open, so a flush that is under way when the file is replaced or removed does no harm.
package final class RecordSync: Sendable {
    private struct State {
        var path: NotePath
        /// How often the file was given a name, and for how many of these that is durable.
        var names = 1
        var durableNames = 0
        var failure: FileError?
    }

    let file: OpenFile
    private let disk: NoteDisk
    private let subject: NotePath
    private let state: Mutex<State>

    init(_ file: consuming OpenFile, at path: NotePath, about subject: NotePath, on disk: NoteDisk) {
        self.file = file
        self.disk = disk
        self.subject = subject
        state = Mutex(State(path: path))
    }

    /// Makes durable what has been appended by now and, the first time, that the file is there at all.
    ///
    /// System calls: `statx(2)`, `fsync(2)`.
    ///
    /// - Throws: `FileError`. With code `.missing` when somebody removed the file. Once an `fsync(2)` has
    ///   failed every later call throws the same: the kernel may have given up what it could not write,
    ///   and would answer "done" the next time. Only a restart with all the content helps.
    package func makeDurable() throws(FileError) {
        let before = state.withLock { $0 }
        if let failure = before.failure { throw failure }
        guard try disk.facts(of: file, subject, .journal).links > 0 else {
            throw FileError(
                .journal, subject, call: "statx", code: .missing, because: "the journal was removed")
        }
        do throws(FileError) {
            try disk.makeDurable(file, subject, .journal)
        } catch {
            state.withLock { $0.failure = error }
            throw error
        }
        guard before.durableNames < before.names else { return }
        let folder = before.path.folder
        do throws(FileError) {
            try disk.makeNamesDurable([before.path, folder, disk.stateFolder], through: file, .journal)
        } catch {
            let failure = error.during(.journal, of: subject)
            if error.call == "fsync" { state.withLock { $0.failure = failure } }
            throw failure
        }
        state.withLock { $0.durableNames = max($0.durableNames, before.names) }
    }

    /// From now on the file has another name, which is not durable yet.
    func isNow(at path: NotePath) {
        state.withLock { state in
            state.path = path
            state.names += 1
        }
    }
}
