// SPDX-License-Identifier: MIT
// Where a side of a conflict goes that is to stay beside the note.

package import NoteFiles

extension NoteDisk {
    /// Writes a text beside a note, under the first free name: `Note 1.md`, `Note 2.md`.
    ///
    /// - Returns: The file.
    package func create(_ bytes: [UInt8], beside path: NotePath) throws(FileError) -> NotePath {
        let name = path.name.bytes
        let dot = name.dropFirst().lastIndex(of: UInt8(ascii: ".")) ?? name.endIndex
        for number in 1...10_000 {
            let ending = Array(" \(number)".utf8) + name[dot...]
            let stem = NotePath(bytes: name[..<dot].prefix(255 - ending.count) + ending)
            let file = path.folder.appending(stem)
            switch try create(file, with: bytes) {
            case .saved, .unchanged: return file
            case .conflict: continue
            }
        }
        throw FileError(.create, path, call: "linkat", code: .exists)
    }
}
