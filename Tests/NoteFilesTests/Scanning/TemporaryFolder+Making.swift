// SPDX-License-Identifier: MIT
// Names of any bytes in a test's own vault.

import Glibc
import NoteFiles

extension TemporaryFolder {
    /// Makes a file of one byte, and the folders on the way.
    func file(_ name: NotePath) {
        folder(name.folder)
        let path = vault.appending(name)
        let file = path.withCString { open($0, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644) }
        precondition(file >= 0, "\(path): \(String(cString: strerror(errno)))")
        _ = Glibc.write(file, "x", 1)
        close(file)
    }

    func file(_ name: String) { file(NotePath(name)) }

    /// Makes a folder and those above it.
    func folder(_ name: NotePath) {
        guard name != NotePath("."), !name.bytes.isEmpty else { return }
        folder(name.folder)
        _ = vault.appending(name).withCString { mkdir($0, 0o755) }
    }

    /// Makes a symbolic link.
    func link(_ name: String, to target: String) {
        folder(NotePath(name).folder)
        let result = vault.appending(NotePath(name)).withCString { symlink(target, $0) }
        precondition(result == 0, "\(name): \(String(cString: strerror(errno)))")
    }

    /// Makes a pipe.
    func pipe(_ name: String) { _ = vault.appending(NotePath(name)).withCString { mkfifo($0, 0o644) } }
}

extension FolderScan {
    /// The paths of the files, as they would be shown.
    var paths: [String] { map(\.path.description) }

    /// What was skipped, as it would be shown.
    var reasons: [String: Reason] {
        Dictionary(skipped.map { ($0.path.description, $0.reason) }) { one, _ in one }
    }
}

/// Names that end in `.md`.
let isMarkdown: @Sendable (UnsafeRawBufferPointer) -> Bool = { $0.suffix(3).elementsEqual(".md".utf8) }
