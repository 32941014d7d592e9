// SPDX-License-Identifier: MIT
// How a program remembers the vault that was last chosen.

internal import NoteFiles

/// The vault that was last chosen under a key: a small file in the state folder that holds its path.
struct FolderMemory: Sendable {
    private let file: NotePath
    private let disk: NoteDisk

    /// - Parameters:
    ///   - disk: Where the state folder is.
    ///   - key: Any text. It is digested for the file's name, so it may hold slashes and be long.
    init(disk: NoteDisk, key: String) {
        self.disk = disk
        let digest = SHA256Digest(of: Array(key.utf8)).description.prefix(32)
        file = disk.stateFolder.appending(NotePath("vaults")).appending(NotePath(String(digest)))
    }

    /// The path that was kept; nil when none was, or what is there is no absolute path.
    func recall() -> NotePath? {
        let bytes: [UInt8]
        do throws(FileError) {
            bytes = try disk.read(file).bytes
        } catch {
            // Not to know the last vault costs a person one choice; not to start would cost more.
            return nil
        }
        guard bytes.first == UInt8(ascii: "/"), !bytes.contains(0) else { return nil }
        return NotePath(bytes: bytes)
    }

    /// Keeps a path. A relative one is kept as what it means now.
    ///
    /// After a crash the file holds the old path or the new one, whole.
    func keep(_ path: NotePath) throws(FileError) {
        let bytes = try path.fromRoot(for: .keep).bytes
        // Another program may choose at the same moment: then whoever comes last is remembered.
        for _ in 0..<4 {
            let base: [UInt8]?
            do throws(FileError) {
                base = try disk.read(file).bytes
            } catch {
                guard error.code == .missing else { throw error }
                base = nil
            }
            let outcome: SaveOutcome
            if let base {
                outcome = try disk.replace(file, with: bytes, base: base)
            } else {
                try disk.makeFolder(file.folder)
                outcome = try disk.create(file, with: bytes)
            }
            switch outcome {
            case .saved, .unchanged: return
            case .conflict: continue
            }
        }
        throw FileError(
            .keep, file, call: "renameat2", code: .busy, because: "another program keeps writing it")
    }
}
