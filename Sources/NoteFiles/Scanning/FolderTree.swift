// SPDX-License-Identifier: MIT
// The folders and files of a scan, packed: a hundred thousand of them are ordinary.

/// The folders of a scan by number, each with its files.
///
/// A folder holds the names in it end to end, each followed by a zero; a path is put together when
/// somebody asks. So a file costs its facts and its name, and a chain of ten thousand folders costs
/// ten thousand names, not ten thousand paths.
struct FolderTree: Sendable {
    /// Where a name lies among the names of its folder, and how many bytes it has without the zero.
    struct Name: Sendable {
        var offset: UInt32
        var count: UInt16
    }

    /// One file.
    struct File: Sendable {
        var facts: FileFacts
        /// Whether its name is a symbolic link.
        var isLink: Bool
        /// Whether its name is one that was asked for.
        var isMatch: Bool
        var name: Name
    }

    /// A real folder in a folder.
    struct Subfolder: Sendable {
        let name: Name
        /// Which folder it is, where the request asked for that.
        let identity: FileFacts.Identity?
    }

    /// A name that is a symbolic link, whatever it leads to.
    struct Link: Sendable {
        let name: Name
        /// The folder that it leads to; nil where it leads to none.
        let target: FileFacts.Identity?
    }

    /// One folder. Number 0 is the root.
    struct Folder: Sendable {
        /// The number of the folder it lies in; its own for the root.
        let parent: Int32
        /// Its name, among the names of its parent. Not used for the root.
        let name: Name
        /// Whether its name is a symbolic link.
        let isLink: Bool
        /// What was found in it.
        var content = Content()
        /// The numbers of its subfolders, in the order of their paths.
        var children: [Int32] = []
    }

    /// What one look into a folder found.
    struct Content: Sendable {
        /// The facts of the folder before it was listed; nil where it could not be opened.
        var facts: FileFacts?
        /// Whether it was listed to the end, and under no other path.
        var isListed = false
        /// A digest of the set of names in it, hidden ones included.
        var listing: UInt64 = 0
        /// The names of files and subfolders.
        var names: [UInt8] = []
        /// The files in the order of their names.
        var files: [File] = []
        /// The real subfolders, in the order of their paths.
        var subfolders: [Subfolder] = []
        /// The symbolic links, in the order of their names.
        var links: [Link] = []
        /// What its watch is called; see `FolderScan.Request`.
        var watch: Int32 = 0
    }

    /// A file by its folder and its number there.
    struct Place: Sendable {
        let folder: Int32
        let file: Int32
    }

    /// The folders in the order in which they were found.
    private(set) var folders: [Folder]
    /// The files in the order of their paths, once all folders are there.
    private(set) var places: [Place] = []

    /// A tree of the root alone.
    init() {
        folders = [Folder(parent: 0, name: Name(offset: 0, count: 0), isLink: false)]
    }

    /// Adds a folder and answers its number.
    mutating func addFolder(in parent: Int32, name: Name, isLink: Bool) -> Int32 {
        let number = Int32(folders.count)
        folders.append(Folder(parent: parent, name: name, isLink: isLink))
        folders[Int(parent)].children.append(number)
        return number
    }

    /// Fills a folder in, and adds its subfolders.
    mutating func fill(_ folder: Int32, with content: consuming Content) {
        let subfolders = content.subfolders
        folders[Int(folder)].content = content
        for subfolder in subfolders { _ = addFolder(in: folder, name: subfolder.name, isLink: false) }
    }

    /// Leaves out what is in a folder, but not what is in its subfolders.
    mutating func leaveOut(_ folder: Int32) {
        folders[Int(folder)].content.files = []
        folders[Int(folder)].content.isListed = false
    }

    /// Puts the subfolders of a folder in the order of their paths, after links were added to them.
    mutating func sortChildren(of folder: Int32) {
        let children = folders[Int(folder)].children
        folders[Int(folder)].children = children.sorted { one, other in
            withName(ofFolder: one) { one in
                withName(ofFolder: other) { one.precedes($0, ending: slash, otherEnding: slash) }
            }
        }
    }

    /// Puts the files in the order of their paths.
    ///
    /// Paths below a folder begin with its name and a slash. So in each folder the names of files are
    /// merged with those of subfolders, a slash behind each of these, and nothing is sorted as a whole.
    mutating func arrange() {
        places.reserveCapacity(folders.reduce(0) { $0 + $1.content.files.count })
        var stack: [(folder: Int32, file: Int, child: Int)] = [(0, 0, 0)]
        while var top = stack.popLast() {
            let folder = folders[Int(top.folder)]
            let child = top.child < folder.children.count ? folder.children[top.child] : nil
            while top.file < folder.content.files.count {
                if let child, !precedes(folder.content.files[top.file].name, child, in: folder) { break }
                places.append(Place(folder: top.folder, file: Int32(top.file)))
                top.file += 1
            }
            guard let child else { continue }
            top.child += 1
            stack.append(top)
            stack.append((child, 0, 0))
        }
    }

    private func precedes(_ name: Name, _ child: Int32, in folder: Folder) -> Bool {
        folder.content.names.withUnsafeBufferPointer { names in
            names.name(name).precedes(names.name(folders[Int(child)].name), otherEnding: slash)
        }
    }
}

private let slash = UInt8(ascii: "/")

extension FolderTree: FolderChain {
    func parent(ofFolder folder: Int32) -> Int32 { folders[Int(folder)].parent }

    func isLink(folder: Int32) -> Bool { folders[Int(folder)].isLink }

    /// Whether a folder, or one above it, was reached through a symbolic link.
    func isBelowLink(folder: Int32) -> Bool {
        var next = folder
        while next != 0 {
            if folders[Int(next)].isLink { return true }
            next = folders[Int(next)].parent
        }
        return false
    }

    /// A file by its place in the order of paths.
    func file(at index: Int) -> File {
        let place = places[index]
        return folders[Int(place.folder)].content.files[Int(place.file)]
    }

    /// Calls `body` with the name of a folder, which is empty for the root. The byte behind it is zero.
    func withName<Result>(ofFolder folder: Int32, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        let record = folders[Int(folder)]
        return folders[Int(record.parent)].content.names.withUnsafeBufferPointer {
            body($0.name(record.name))
        }
    }

    /// Calls `body` with a file and its name. The byte behind the name is zero.
    func withFile<Result>(at place: Place, _ body: (File, UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        folders[Int(place.folder)].content.names.withUnsafeBufferPointer {
            let file = folders[Int(place.folder)].content.files[Int(place.file)]
            return body(file, $0.name(file.name))
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
    func appendPath(ofFile index: Int, to path: inout [UInt8]) {
        let start = path.count
        appendPath(ofFolder: places[index].folder, to: &path)
        if path.count > start { path.append(UInt8(ascii: "/")) }
        withFile(at: places[index]) { path.append(contentsOf: $1) }
    }

    /// The path of a folder; `.` for the root.
    func path(ofFolder folder: Int32) -> NotePath {
        folder == 0 ? NotePath(".") : path(of: [], in: folder)
    }

    /// The path of a name in a folder; of the folder itself where the name is empty.
    func path(of name: [UInt8], in folder: Int32) -> NotePath {
        var path: [UInt8] = []
        appendPath(ofFolder: folder, to: &path)
        if !path.isEmpty, !name.isEmpty { path.append(UInt8(ascii: "/")) }
        path.append(contentsOf: name)
        return path.isEmpty ? NotePath(".") : NotePath(bytes: path)
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// The bytes of one of these names.
    func name(_ name: FolderTree.Name) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(rebasing: self[Int(name.offset)..<Int(name.offset) + Int(name.count)])
    }
}
