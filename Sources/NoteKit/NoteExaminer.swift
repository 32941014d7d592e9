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
        /// Notes whose access time moves by reading, since this user may not ask for it to stay.
        var loud: Set<Int> = []

        /// Takes in what another worker found.
        mutating func add(_ other: Finding) {
            notes += other.notes
            bytes += other.bytes
            unreadable += other.unreadable
            failures += other.failures
            skipped += other.skipped
            attributes.merge(other.attributes) { one, _ in one }
            loud.formUnion(other.loud)
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
        let number = door.open(index)
        guard number >= 0 else {
            return skip(index, "\(FolderScan.Reason(answer: number))")
        }
        let file = OpenFile(owning: number, calls: disk.calls)
        if !door.isQuiet { finding.loud.insert(index) }
        let bytes: [UInt8]
        do throws(FileError) {
            bytes = try read(file, index)
        } catch {
            return skip(index, "it could not be read (\(error.code))")
        }
        let attributes = digest.digest(of: file.number)
        if attributes != 0 { finding.attributes[index] = attributes }
        finding.notes += 1
        finding.bytes += bytes.count
        do throws(UnreadableText) {
            guard let fault = try proof.fault(in: bytes) else { return }
            finding.failures.append(
                VaultCheck.Failure(path: scan.path(at: index), reason: fault.reason, offset: fault.offset))
        } catch {
            finding.unreadable.append(
                VaultCheck.Unreadable(
                    path: scan.path(at: index), offset: error.offset, encoding: error.encoding.name))
        }
    }

    /// Reads a note in one call where it is as the scan saw it, else as carefully as for editing.
    private func read(_ file: borrowing OpenFile, _ index: Int) throws(FileError) -> [UInt8] {
        let expected = scan.facts(at: index)
        let number = file.number
        let calls = disk.calls
        let bytes = [UInt8](unsafeUninitializedCapacity: expected.size + 1) { buffer, count in
            count = max(0, calls.pread(number, UnsafeMutableRawBufferPointer(buffer), 0))
        }
        if bytes.count == expected.size {
            let path = NotePath(".")
            let facts = try disk.facts(of: file, path, .read)
            if facts.looksUnchanged(from: expected) { return bytes }
        }
        return try disk.readSettled(file, scan.path(at: index), .read).0
    }

    private mutating func skip(_ index: Int, _ reason: String) {
        finding.skipped.append(VaultCheck.Skipped(path: scan.path(at: index), reason: reason))
    }
}
