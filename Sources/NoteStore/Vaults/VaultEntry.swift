// SPDX-License-Identifier: MIT
// What is written down of a vault, so that it is known again.

internal import NoteFiles

/// The file `vault` in the folder that remembers a vault: four lines, the last one its path, which may hold
/// any byte.
struct VaultEntry: Equatable {
    static let fileName = NotePath("vault")
    private static let title = "notekit vault 1"

    /// Where it was last seen.
    let path: NotePath
    /// What it was then.
    let identity: VaultIdentity

    init(path: NotePath, identity: VaultIdentity) {
        self.path = path
        self.identity = identity
    }

    /// Reads the file; nil for anything else.
    init?(_ bytes: [UInt8]) {
        let lines = bytes.split(separator: 0x0A, maxSplits: 3, omittingEmptySubsequences: false)
        guard lines.count == 4, lines[0].elementsEqual(Self.title.utf8), lines[3].last == 0x0A,
            !lines[3].contains(0)
        else { return nil }
        let words = lines[1...2].map { String(decoding: $0, as: UTF8.self).split(separator: " ") }
        guard words[0].count == 2, words[0][0] == "inode", let inode = UInt64(words[0][1]),
            words[1].first == "born"
        else { return nil }
        var born: FileTime?
        if words[1].count == 3, let seconds = Int64(words[1][1]), let nanoseconds = UInt32(words[1][2]) {
            born = FileTime(seconds: seconds, nanoseconds: nanoseconds)
        }
        path = NotePath(bytes: Array(lines[3].dropLast()))
        identity = VaultIdentity(inode: inode, born: born)
    }

    /// Puts the file in place of what was there; after a crash it is the old one or the new.
    func write(in folder: NotePath) throws(StoreError) {
        let born = identity.born.map { "\($0.seconds) \($0.nanoseconds)" } ?? "unknown"
        let head = "\(Self.title)\ninode \(identity.inode)\nborn \(born)\n"
        try PrivateFile.replace(folder.appending(Self.fileName), with: Array(head.utf8) + path.bytes + [0x0A])
    }
}
