// SPDX-License-Identifier: MIT
// The creation dates that earlier saves recorded, for all files of a scan.

internal import Synchronization

extension FolderScan {
    /// The recorded creation dates, by the index of the file. A file without one is not in it.
    ///
    /// A file that this user cannot open has none. System calls: for each file `openat(2)` and
    /// `fgetxattr(2)`.
    ///
    /// - Throws: `FileError` when the root cannot be opened, and with code `.tooManyOpenFiles` when a file
    ///   cannot for that reason.
    package func recordedCreations(jobs: Int? = nil, calls: any FileCalls) throws(FileError) -> [Int:
        FileTime]
    {
        let root = try Self.open(root, calls)
        let place = root.number
        let queue = WorkQueue(indices, share: 64)
        let dates = Mutex<[Int: FileTime]>([:])
        let fault = Mutex<FileError?>(nil)
        Workers.run(queue.workers(atMost: jobs ?? Workers.processors)) { _ in
            var door = FileDoor(of: self, root: place, calls: calls)
            while let share = queue.take() {
                for index in share {
                    let number = door.open(index)
                    guard number >= 0 else {
                        if let want = wantOfFiles(answer: number, at: index) { fault.withLock { $0 = want } }
                        continue
                    }
                    let file = OpenFile(owning: number, calls: calls)
                    guard let date = CreationDate.read(from: file, calls: calls) else { continue }
                    dates.withLock { $0[index] = date }
                }
            }
        }
        _ = root.close()
        if let fault = fault.withLock({ $0 }) { throw fault }
        return dates.withLock { $0 }
    }
    /// The error of a file that was not opened since the process or the system has no more open files to
    /// give, which says nothing of the file; nil for any other answer of `FileDoor`.
    package func wantOfFiles(answer: Int32, at index: Int) -> FileError? {
        guard FileError.Code(systemError: -answer) == .tooManyOpenFiles else { return nil }
        return FileError(.read, root.appending(path(at: index)), call: "openat", answer: Int(answer))
    }
}
