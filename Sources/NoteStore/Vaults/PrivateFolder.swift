// SPDX-License-Identifier: MIT
// Folders for this user alone.

internal import Glibc
internal import NoteFiles

/// Makes folders below the state folder.
enum PrivateFolder {
    /// Makes a folder, and those above it, where they are not there; only this user may enter (0700).
    ///
    /// System calls: `mkdir(2)`.
    static func make(_ folder: NotePath) throws(StoreError) {
        var answer = folder.withCString { mkdir($0, 0o700) }
        if answer != 0, errno == ENOENT, folder.folder != folder {
            try make(folder.folder)
            answer = folder.withCString { mkdir($0, 0o700) }
        }
        guard answer == 0 || errno == EEXIST else {
            let error = FileError(.keep, folder, call: "mkdir", answer: -Int(errno))
            throw StoreError(error.code == .noSpace ? .noSpace : .notPermitted, folder, error.description)
        }
    }
}
