// SPDX-License-Identifier: MIT
// How the notes of a scan are read, one after the other, by one worker.

internal import NoteFiles

/// Opens and reads notes of a scan. Each worker has one of its own.
struct NoteReader: ~Copyable {
    /// Why a note was not read.
    struct Problem: Error {
        /// A sentence without a full stop.
        let reason: String
        /// Set when it is for want of descriptors: then nothing else can be read either.
        var want: FileError?
    }

    private let scan: FolderScan
    private let disk: NoteDisk
    private var door: FileDoor

    /// - Parameter root: The descriptor of the scan's root, which stays open as long as this is used.
    init(of scan: FolderScan, root: Int32, disk: NoteDisk) {
        self.scan = scan
        self.disk = disk
        door = FileDoor(of: scan, root: root, calls: disk.calls)
    }

    /// Whether the last note was opened so that reading it leaves its access time alone.
    var isQuiet: Bool { door.isQuiet }

    /// Opens a note.
    mutating func open(_ index: Int) throws(Problem) -> OpenFile {
        guard scan.facts(at: index).size <= NoteDisk.largestNote else {
            throw Problem(reason: "it is larger than 4 GB")
        }
        let number = door.open(index)
        guard number >= 0 else {
            throw Problem(
                reason: "\(FolderScan.Reason(answer: number))",
                want: scan.wantOfFiles(answer: number, at: index))
        }
        return OpenFile(owning: number, calls: disk.calls)
    }

    /// The bytes of a note in one call; nil where they are not as many as the scan saw.
    ///
    /// A writer who changed them and kept their number is not seen. What makes no sense is to be read
    /// again by `settledBytes`.
    func bytes(of file: borrowing OpenFile, _ index: Int) -> [UInt8]? {
        let size = scan.facts(at: index).size
        let (number, calls) = (file.number, disk.calls)
        // One byte more, to see that there is none.
        let bytes = [UInt8](unsafeUninitializedCapacity: size + 1) { buffer, count in
            count = max(0, calls.pread(number, UnsafeMutableRawBufferPointer(buffer), 0))
        }
        return bytes.count == size ? bytes : nil
    }

    /// The bytes of a note once nobody changes it any more; see `NoteDisk.read`.
    func settledBytes(of file: borrowing OpenFile, _ index: Int) throws(Problem) -> [UInt8] {
        do throws(FileError) {
            return try disk.readSettled(file, scan.path(at: index), .read).0
        } catch {
            throw Problem(reason: "it could not be read (\(error.code))")
        }
    }
}
