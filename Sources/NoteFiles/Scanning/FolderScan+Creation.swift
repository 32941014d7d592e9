// SPDX-License-Identifier: MIT
// The creation dates that earlier saves recorded, for all files of a scan.

internal import Synchronization

extension FolderScan {
    /// The recorded creation dates, by the index of the file. A file without one is not in it.
    ///
    /// A file that cannot be opened has none. System calls: for each file `openat(2)` and
    /// `fgetxattr(2)`.
    ///
    /// - Throws: `FileError` when the root cannot be opened.
    package func recordedCreations(jobs: Int? = nil, calls: any FileCalls) throws(FileError) -> [Int:
        FileTime]
    {
        let root = try Self.open(root, calls)
        let place = root.number
        let queue = WorkQueue(indices, share: 64)
        let dates = Mutex<[Int: FileTime]>([:])
        Workers.run(queue.workers(atMost: jobs ?? Workers.processors)) { _ in
            var door = FileDoor(of: self, root: place, calls: calls)
            while let share = queue.take() {
                for index in share {
                    let number = door.open(index)
                    guard number >= 0 else { continue }
                    let file = OpenFile(owning: number, calls: calls)
                    guard let date = CreationDate.read(from: file, calls: calls) else { continue }
                    dates.withLock { $0[index] = date }
                }
            }
        }
        _ = root.close()
        return dates.withLock { $0 }
    }
}
