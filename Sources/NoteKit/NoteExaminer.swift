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
        /// How long parsing and styling took, in nanoseconds, over all workers.
        var styling: UInt64 = 0

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
            styling += other.styling
        }
    }

    private(set) var finding = Finding()
    private let scan: FolderScan
    private var reader: NoteReader
    private var digest: AttributeDigest
    private var proof = NoteProof<Text>()

    init(of scan: FolderScan, root: Int32, disk: NoteDisk) {
        self.scan = scan
        reader = NoteReader(of: scan, root: root, disk: disk)
        digest = AttributeDigest(calls: disk.calls)
    }

    /// Reads one note, takes down its attributes, and proves it.
    ///
    /// A writer who changed its bytes and kept their number moved the note's times, which the comparison
    /// after the check tells.
    mutating func examine(_ index: Int) {
        var isOpen = false
        do throws(NoteReader.Problem) {
            let file = try reader.open(index)
            isOpen = true
            if !reader.isQuiet { finding.loud.insert(scan.facts(at: index).identity) }
            let attributes = digest.digest(of: file.number)
            if attributes != 0 { finding.attributes[index] = attributes }
            if let bytes = reader.bytes(of: file, index), conclude(index, bytes, isFinal: false) { return }
            // It changes just now, or is not UTF-8, which may be because it is half written.
            _ = conclude(index, try reader.settledBytes(of: file, index), isFinal: true)
        } catch {
            if !isOpen { finding.unseen.insert(index) }
            finding.fault = finding.fault ?? error.want
            finding.skipped.append(
                VaultCheck.Skipped(path: scan.path(at: index), reason: error.reason, isUnseen: true))
        }
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
        finding.styling = proof.stylingNanoseconds
        finding.notes += 1
        finding.bytes += bytes.count
        return true
    }
}
