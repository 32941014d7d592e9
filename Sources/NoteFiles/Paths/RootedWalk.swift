// SPDX-License-Identifier: MIT
// How a path below a folder is gone name by name, links followed as far as they stay in the folder.

internal import CNoteLinux
internal import Glibc

/// One walk from a `NoteRoot` to the folder that a path really ends in.
struct RootedWalk {
    /// A folder on the way, open as a mere place.
    private final class Place {
        let file: OpenFile
        let name: NotePath
        init(_ file: consuming OpenFile, _ name: NotePath) {
            self.file = file
            self.name = name
        }
    }

    private let root: NoteRoot
    private let operation: FileError.Operation
    /// The path for messages.
    private let shown: NotePath
    private let calls: any FileCalls
    /// The names that are yet to be gone, the next one last.
    private var names: [NotePath]
    /// The folders that were gone through, below the root.
    private var places: [Place] = []
    /// The kernel's own limit for links in one path, see path_resolution(7).
    private var links = 40

    init(_ path: NotePath, below root: NoteRoot, for operation: FileError.Operation) {
        self.root = root
        self.operation = operation
        shown = root.path.appending(path)
        calls = root.calls
        names = path.names.reversed()
    }

    /// Goes to the folder that the last name really lies in.
    ///
    /// - Parameter isFollowed: Whether that name is followed where it is a symbolic link.
    /// - Returns: That name, which was no symbolic link where those are followed; nil where the path leads to the root itself.
    /// - Throws: `FileError`: `.leadsOutside` where it leads out of the root.
    mutating func goToLastName(following isFollowed: Bool = true) throws(FileError) -> NotePath? {
        while let name = names.popLast() {
            if name == NotePath("..") {
                try goUp()
            } else if names.isEmpty {
                guard isFollowed, let target = try target(of: name) else { return name }
                try follow(target)
            } else {
                try enter(name)
            }
        }
        return places.isEmpty ? nil : places.removeLast().name
    }

    /// Goes to the folder that the path leads to.
    mutating func goToEnd() throws(FileError) {
        while let name = names.popLast() {
            if name == NotePath("..") { try goUp() } else { try enter(name) }
        }
    }

    /// The names from the root to the folder that was come to.
    var way: [NotePath] { places.map(\.name) }

    /// The path of the folder that was come to.
    var folder: NotePath { places.reduce(root.path) { $0.appending($1.name) } }

    /// Opens the folder that was come to: for reading where that is permitted, else as a mere place.
    func open() throws(FileError) -> NoteLocation.Place {
        try NoteLocation.open(NotePath("."), in: number, shown, operation, calls)
    }

    private var number: Int32 { places.last?.file.number ?? root.number }

    private mutating func enter(_ name: NotePath) throws(FileError) {
        let flags = cn_O_PATH | cn_O_DIRECTORY | cn_O_NOFOLLOW | cn_O_CLOEXEC
        let (calls, base) = (calls, number)
        let result = name.withCString { name in
            var result: Int32
            repeat { result = calls.openat(base, name, flags, 0) } while result == -EINTR
            return result
        }
        if result >= 0 {
            places.append(Place(OpenFile(owning: result, calls: calls), name))
        } else if result == -ENOTDIR || result == -ELOOP, let target = try target(of: name) {
            try follow(target)
        } else {
            throw FileError(operation, shown, call: "openat", answer: Int(result))
        }
    }

    private mutating func goUp() throws(FileError) {
        if places.popLast() == nil {
            try lead(to: names.reversed().reduce(root.path.appending(NotePath(".."))) { $0.appending($1) })
        }
    }

    private mutating func follow(_ target: NotePath) throws(FileError) {
        links -= 1
        guard links >= 0 else { throw FileError(operation, shown, call: "readlinkat", code: .linkLoop) }
        if target.isAbsolute {
            try lead(to: names.reversed().reduce(target) { $0.appending($1) })
        } else {
            names += target.names.reversed()
        }
    }

    /// Goes on from the root, to where an absolute path leads.
    private mutating func lead(to target: NotePath) throws(FileError) {
        links -= 1
        guard links >= 0, let rest = try root.names(of: target) else {
            throw FileError(operation, shown, call: "readlinkat", code: .leadsOutside)
        }
        places = []
        names = rest.reversed()
    }

    private func target(of name: NotePath) throws(FileError) -> NotePath? {
        try NoteLocation.target(of: name, in: number, shown, operation, calls)
    }
}
