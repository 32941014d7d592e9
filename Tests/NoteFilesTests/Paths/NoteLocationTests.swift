// SPDX-License-Identifier: MIT
// Which paths name a file.

import NoteFiles
import Testing

@Suite("A path that ends in a slash")
struct NoteLocationTests {
    @Test("names no file, for reading, saving and making alike", arguments: ["note.md/", "new.md//"])
    func slash(name: String) throws {
        let folder = try TemporaryFolder()
        try folder.write("old\n", to: "note.md")
        let path = folder.vault.appending(NotePath(name))
        let disk = folder.disk
        let errors = [
            #expect(throws: FileError.self) { try disk.read(path) },
            #expect(throws: FileError.self) { try disk.replace(path, with: [1], base: Array("old\n".utf8)) },
            #expect(throws: FileError.self) { try disk.create(path, with: [1]) },
        ]
        for error in errors { #expect(error?.code == .notAFile) }
        #expect(try folder.text(of: folder.vault.appending(NotePath("note.md"))) == "old\n")
        #expect(try folder.names(in: folder.vault) == ["note.md"])
    }

    @Test("is taken for the state folder")
    func stateFolder() throws {
        let folder = try TemporaryFolder()
        let disk = NoteDisk(stateFolder: NotePath(folder.state.description + "/"))
        let kept = try disk.keep(Array("text".utf8), of: NotePath("note.md"), because: .refused)
        #expect(try folder.text(of: kept) == "text")
    }
}
