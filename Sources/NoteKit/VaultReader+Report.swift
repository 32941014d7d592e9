// SPDX-License-Identifier: MIT
// What one pass over a vault read, and what it left out.

internal import NoteFiles
internal import NoteSyntax

extension VaultReader {
    /// What a pass read and left out. Lists are ordered by path.
    public struct Report: Sendable {
        /// Notes that were read, unreadable ones included.
        public fileprivate(set) var notes = 0
        /// Bytes in those notes.
        public fileprivate(set) var bytes = 0
        /// Notes that are not UTF-8; nothing was made of them.
        public fileprivate(set) var unreadable: [VaultCheck.Unreadable] = []
        /// What could not be read, or is no note.
        public fileprivate(set) var skipped: [VaultCheck.Skipped] = []
        /// Why the pass as a whole is worth nothing.
        private(set) var want: FileError?

        /// Reads one note and makes something of it.
        mutating func read<Made>(
            _ index: Int, of scan: FolderScan, with reader: inout NoteReader,
            _ make: (NotePath, UnsafeBufferPointer<UInt8>) -> Made?
        ) -> Made? {
            do throws(NoteReader.Problem) {
                let file = try reader.open(index)
                var text = reader.bytes(of: file, index)
                var fault = text?.withUnsafeBufferPointer { UnreadableText(checking: $0) }
                if text == nil || fault != nil {
                    let settled = try reader.settledBytes(of: file, index)
                    text = settled
                    fault = settled.withUnsafeBufferPointer { UnreadableText(checking: $0) }
                }
                notes += 1
                bytes += text?.count ?? 0
                if let fault {
                    unreadable.append(
                        VaultCheck.Unreadable(
                            path: scan.path(at: index), offset: fault.offset, encoding: fault.encoding.name))
                    return nil
                }
                return text?.withUnsafeBufferPointer { make(scan.path(at: index), $0) }
            } catch {
                want = want ?? error.want
                skipped.append(
                    VaultCheck.Skipped(path: scan.path(at: index), reason: error.reason, isUnseen: true))
                return nil
            }
        }

        /// Takes in what another worker read.
        mutating func add(_ other: Report) {
            notes += other.notes
            bytes += other.bytes
            unreadable += other.unreadable
            skipped += other.skipped
            want = want ?? other.want
        }

        /// Adds what the scan left out, and orders all.
        mutating func finish(_ skippedByScan: [FolderScan.Skipped]) {
            skipped += skippedByScan.map {
                VaultCheck.Skipped(path: $0.path, reason: $0.reason.description, isUnseen: $0.reason.isUnseen)
            }
            skipped.sort { ($0.path, $0.reason) < ($1.path, $1.reason) }
            unreadable.sort { $0.path < $1.path }
        }
    }
}
