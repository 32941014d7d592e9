// SPDX-License-Identifier: MIT
// What one worker of a vault check does to each note, and what it finds.

internal import NoteFiles
internal import NoteSyntax

/// Reads notes of a scan and proves them, one after the other.
struct NoteExaminer<Text: CheckedText>: ~Copyable {
    /// What was found.
    struct Finding: Sendable {
        var notes = 0
        var bytes = 0
        var unreadable: [VaultCheck.Unreadable] = []
        var failures: [VaultCheck.Failure] = []
        var skipped: [VaultCheck.Skipped] = []
        /// Digests of extended attributes by the index of the note; those without any are left out.
        var attributes: [Int: UInt64] = [:]
        /// Files whose access time moves by reading, since this user may not ask for it to stay; by
        /// identity, since a file may have several names.
        var loud: Set<FileFacts.Identity> = []
        /// The notes whose attributes could not be read, by index.
        var unseen: Set<Int> = []
        /// Why the check as a whole is worth nothing.
        var fault: FileError?

        /// Takes in what another worker found.
        mutating func add(_ other: Finding) {
            notes += other.notes
            bytes += other.bytes
            unreadable += other.unreadable
            failures += other.failures
            skipped += other.skipped
            attributes.merge(other.attributes) { one, _ in one }
            loud.formUnion(other.loud)
            unseen.formUnion(other.unseen)
            fault = fault ?? other.fault
        }
    }

    private(set) var finding = Finding()
    private let scan: FolderScan
    private let disk: NoteDisk
    private var door: FileDoor
    private var digest: AttributeDigest
    private var proof = NoteProof<Text>()

    init(of scan: FolderScan, root: Int32, disk: NoteDisk) {
        self.scan = scan
        self.disk = disk
        door = FileDoor(of: scan, root: root, calls: disk.calls)
        digest = AttributeDigest(calls: disk.calls)
    }

    /// Reads one note, takes down its attributes, and proves it.
    mutating func examine(_ index: Int) {
        guard scan.facts(at: index).size <= NoteDisk.largestNote else {
            finding.unseen.insert(index)
            return skip(index, "it is larger than 4 GB")
        }
        let number = door.open(index)
        guard number >= 0 else {
            finding.unseen.insert(index)
            finding.fault = finding.fault ?? scan.wantOfFiles(answer: number, at: index)
            return skip(index, "\(FolderScan.Reason(answer: number))")
        }
        let file = OpenFile(owning: number, calls: disk.calls)
        if !door.isQuiet { finding.loud.insert(scan.facts(at: index).identity) }
        let attributes = digest.digest(of: file.number)
        if attributes != 0 { finding.attributes[index] = attributes }
        if let bytes = quickly(file, index), conclude(index, bytes, isFinal: false) { return }
        do throws(FileError) {
            // It changes just now, or is not UTF-8, which may be because it is half written.
            _ = conclude(index, try disk.readSettled(file, scan.path(at: index), .read).0, isFinal: true)
        } catch {
            skip(index, "it could not be read (\(error.code))")
        }
    }

    /// The bytes of a note in one call; nil where they are not as many as the scan saw.
    ///
    /// A writer who changed them and kept their number moved the note's times, which the comparison
    /// after the check tells.
    private func quickly(_ file: borrowing OpenFile, _ index: Int) -> [UInt8]? {
        let size = scan.facts(at: index).size
        let (number, calls) = (file.number, disk.calls)
        // One byte more, to see that there is none.
        let bytes = [UInt8](unsafeUninitializedCapacity: size + 1) { buffer, count in
            count = max(0, calls.pread(number, UnsafeMutableRawBufferPointer(buffer), 0))
        }
        return bytes.count == size ? bytes : nil
    }

    /// Proves a note and takes down what comes of it; false for one that is not UTF-8 and is to be read
    /// again.
    private mutating func conclude(_ index: Int, _ bytes: [UInt8], isFinal: Bool) -> Bool {
        do throws(UnreadableText) {
            if let fault = try proof.fault(in: bytes) {
                finding.failures.append(
                    VaultCheck.Failure(path: scan.path(at: index), reason: fault.reason, offset: fault.offset)
                )
            }
        } catch {
            guard isFinal else { return false }
            finding.unreadable.append(
                VaultCheck.Unreadable(
                    path: scan.path(at: index), offset: error.offset, encoding: error.encoding.name))
        }
        finding.notes += 1
        finding.bytes += bytes.count
        return true
    }

    private mutating func skip(_ index: Int, _ reason: String) {
        finding.skipped.append(
            VaultCheck.Skipped(path: scan.path(at: index), reason: reason, isUnseen: true))
    }
}
