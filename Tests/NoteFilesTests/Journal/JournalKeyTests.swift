// SPDX-License-Identifier: MIT
// Which notes have one key, and which do not.

import Testing

@testable import NoteFiles
@testable import NoteKit

@Suite("The key of a journal")
struct JournalKeyTests {
    private func key(_ name: String, inode: UInt64, device: UInt64, born: FileTime?) -> JournalKey {
        var facts = FileFacts()
        facts.identity = FileFacts.Identity(device: device, inode: inode)
        facts.born = born
        return JournalKey(of: NotePath(name), in: facts)
    }

    @Test("is that of one name in one folder, whatever the device is called after the next start")
    func sameFolder() {
        let born = FileTime(seconds: 5, nanoseconds: 7)
        let note = key("a.md", inode: 3, device: 1, born: born)
        #expect(note == key("a.md", inode: 3, device: 2, born: born))
        #expect(note != key("b.md", inode: 3, device: 1, born: born))
        #expect(note != key("a.md", inode: 4, device: 1, born: born))
        // The number was given again.
        #expect(note != key("a.md", inode: 3, device: 1, born: FileTime(seconds: 6, nanoseconds: 7)))
        #expect(note != key("a.md", inode: 3, device: 1, born: FileTime(seconds: 5, nanoseconds: 8)))
    }

    @Test("depends on the device where a folder does not know when it was made")
    func withoutBirth() {
        let note = key("a.md", inode: 3, device: 1, born: nil)
        #expect(note == key("a.md", inode: 3, device: 1, born: nil))
        #expect(note != key("a.md", inode: 3, device: 2, born: nil))
    }
}
