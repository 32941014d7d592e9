// SPDX-License-Identifier: MIT
// By what a journal finds its note again when a folder on the way to it was renamed or moved.

package import NoteFiles

/// The folder that a note is in and its name there, whatever the folder is called and wherever it lies.
///
/// A folder keeps its inode when it, or one above it, is renamed. The number of one that is gone is given again, but
/// not with the moment at which it was made. The device is left out where that is known: it may have another number
/// after the next start of the machine.
package struct JournalKey: Hashable, Sendable {
    /// 16 digits.
    let digits: [UInt8]

    /// The key of a note.
    ///
    /// - Parameters:
    ///   - name: Its name in the folder.
    ///   - folder: The facts of the folder.
    package init(of name: NotePath, in folder: FileFacts) {
        let born = folder.born
        let numbers = [
            folder.identity.inode, born.map { UInt64(bitPattern: $0.seconds) } ?? folder.identity.device,
            born.map { UInt64($0.nanoseconds) } ?? .max,
        ]
        var bytes: [UInt8] = []
        for number in numbers { withUnsafeBytes(of: number.bigEndian) { bytes.append(contentsOf: $0) } }
        digits = Array(SHA256Digest(of: bytes + name.bytes).description.utf8.prefix(16))
    }

    /// The key of a note by its path; nil where its folder cannot be looked at. Blocks on the disk.
    ///
    /// System calls: those of `NoteLocation`, `statx(2)`.
    ///
    /// - Parameter note: The real path of the note from the root.
    package init?(of note: NotePath, on disk: NoteDisk) {
        do throws(FileError) {
            let location = try NoteLocation(of: note, for: .journal, calls: disk.calls)
            self.init(of: location.name, in: try disk.facts(of: location.directory, note, .journal))
        } catch {
            return nil
        }
    }

    /// The key of a journal by the journal's name; nil where it has none.
    init?(ofJournal name: NotePath) {
        let parts = name.name.bytes.split(separator: UInt8(ascii: "-"))
        guard parts.count == 3 else { return nil }
        digits = Array(parts[2])
    }
}
