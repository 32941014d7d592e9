// SPDX-License-Identifier: MIT
// The folders and files of a scan, packed: a hundred thousand of them are ordinary.

/// The folders of a scan by number, and its files.
///
/// Names lie end to end in a few arrays of bytes, each followed by a zero; a path is put together
/// when somebody asks. So a file costs its facts and its name, and a chain of ten thousand folders
/// costs ten thousand names, not ten thousand paths.
struct FolderTree: Sendable {
    /// Where a name lies: the array, the first byte, and the number of bytes without the zero.
    struct Name: Sendable {
        var offset: Int
        var arena: UInt16
        var count: UInt16
    }

    /// One folder. Number 0 is the root, whose name is empty.
    struct Folder: Sendable {
        /// The number of the folder it lies in; its own for the root.
        var parent: Int32
        /// Whether its name is a symbolic link.
        var isLink: Bool
        /// Its name, in `folderNames`.
        var name: Name
        /// Its facts before it was listed; nil while it was not opened.
        var facts: FileFacts?
        /// Whether listing it left its access time alone.
        var isQuiet = false
        /// Whether it was listed to the end and under no other path.
        var isListed = false
        /// A digest of the set of names in it, hidden ones included.
        var listing: UInt64 = 0
        /// Its real subfolders, by number and in the order of their names.
        var children: Range<Int32> = 0..<0
    }

    /// One file.
    struct File: Sendable {
        var facts: FileFacts
        /// Whether its name is a symbolic link.
        var isLink: Bool
        /// Whether its name is one that was asked for.
        var isMatch: Bool
        /// The number of its folder.
        var folder: Int32
        var name: Name
    }

    /// The folders in the order in which they were found.
    private(set) var folders: [Folder] = []
    private var folderNames: [UInt8] = []
    /// The files, in the order of their paths once the scan is done.
    var files: [File] = []
    /// The names of the files.
    var arenas: [[UInt8]] = []

    /// Adds the root.
    init() {
        folders.append(
            Folder(parent: 0, isLink: false, name: Name(offset: 0, arena: 0, count: 0), facts: nil))
        folderNames.append(0)
    }

    /// Adds a folder and answers its number.
    mutating func addFolder(in parent: Int32, name: UnsafeBufferPointer<UInt8>, isLink: Bool) -> Int32 {
        let place = Name(offset: folderNames.count, arena: 0, count: UInt16(name.count))
        folderNames.append(contentsOf: name)
        folderNames.append(0)
        folders.append(Folder(parent: parent, isLink: isLink, name: place, facts: nil))
        return Int32(folders.count - 1)
    }

    /// Changes what is known of a folder.
    mutating func update(_ folder: Int32, _ change: (inout Folder) -> Void) { change(&folders[Int(folder)]) }

    /// Calls `body` with the name of a folder.
    func withName<Result>(ofFolder folder: Int32, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        let name = folders[Int(folder)].name
        return folderNames.withUnsafeBufferPointer {
            body(UnsafeBufferPointer(rebasing: $0[name.offset..<name.offset + Int(name.count)]))
        }
    }

    /// Calls `body` with the name of a file. The byte behind it is zero.
    func withName<Result>(ofFile file: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        let name = files[file].name
        return arenas[Int(name.arena)].withUnsafeBufferPointer {
            body(UnsafeBufferPointer(rebasing: $0[name.offset..<name.offset + Int(name.count)]))
        }
    }

    /// Appends the path of a folder below the root. Nothing for the root.
    func appendPath(ofFolder folder: Int32, to path: inout [UInt8]) {
        var chain: [Int32] = []
        var next = folder
        while next != 0 {
            chain.append(next)
            next = folders[Int(next)].parent
        }
        let start = path.count
        for folder in chain.reversed() {
            if path.count > start { path.append(UInt8(ascii: "/")) }
            withName(ofFolder: folder) { path.append(contentsOf: $0) }
        }
    }

    /// Appends the path of a file below the root.
    func appendPath(ofFile file: Int, to path: inout [UInt8]) {
        let start = path.count
        appendPath(ofFolder: files[file].folder, to: &path)
        if path.count > start { path.append(UInt8(ascii: "/")) }
        withName(ofFile: file) { path.append(contentsOf: $0) }
    }

    /// The path of a folder; `.` for the root.
    func path(ofFolder folder: Int32) -> NotePath {
        guard folder != 0 else { return NotePath(".") }
        var path: [UInt8] = []
        appendPath(ofFolder: folder, to: &path)
        return NotePath(bytes: path)
    }

    /// The path of a name in a folder; of the folder itself where the name is empty.
    func path(of name: some Collection<UInt8>, in folder: Int32) -> NotePath {
        guard !name.isEmpty else { return path(ofFolder: folder) }
        var path: [UInt8] = []
        appendPath(ofFolder: folder, to: &path)
        if !path.isEmpty { path.append(UInt8(ascii: "/")) }
        path.append(contentsOf: name)
        return NotePath(bytes: path)
    }
}
