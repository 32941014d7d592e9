// SPDX-License-Identifier: MIT
// Which names are free in a folder of the vault.

internal import NoteFiles

/// Names in a folder that nothing has, whatever its case.
struct FreeNames {
    private let folder: NotePath
    private let folders: VaultFolders
    private var taken: Set<String> = []

    init(in folder: NotePath, _ folders: VaultFolders) {
        self.folder = folder
        self.folders = folders
    }

    /// Counts a name as taken: a file that is listed and missing is not another one.
    mutating func take(_ name: String) { taken.insert(NotePath(lossy: name).folded) }

    /// The first name that is free, and takes it.
    mutating func free(like name: String) throws(LibraryError) -> String {
        var number = 0
        while true {
            let wanted = AttachmentName.numbered(name, number)
            if try isFree(NotePath(wanted)) {
                take(wanted)
                return wanted
            }
            number += 1
        }
    }

    private func isFree(_ name: NotePath) throws(LibraryError) -> Bool {
        guard !taken.contains(name.folded) else { return false }
        do throws(LibraryError) {
            return try folders.count(ofNamesLike: name, in: try folders.folder(folder)) == 0
        } catch {
            // A folder that is still to be made holds no names.
            if error.code == .missing { return true }
            throw error
        }
    }
}
