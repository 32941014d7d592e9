// SPDX-License-Identifier: MIT
// The folder that bounds where a path may lead, whatever happens to the names below it meanwhile.

internal import CNoteLinux
internal import Glibc

/// A folder that is held open, usually a vault. What is reached through it lies in it.
///
/// A path below it is gone name by name from its descriptor, and symbolic links are followed by hand: one that
/// leads to a place in the folder is, one that leads out of it is refused. So a folder that becomes a link while
/// an operation runs, or before an interrupted one goes on, leads no change out of the vault. Each name is one
/// call, so no path is too long.
package final class NoteRoot: Sendable {
    /// The folder's path, for messages and records.
    package let path: NotePath
    let file: OpenFile
    let calls: any FileCalls

    /// Opens a folder as a place; it need not be readable.
    ///
    /// System calls: `openat(2)` with `O_PATH`.
    ///
    /// - Parameter path: A real path.
    /// - Throws: `FileError`, `.missing` where it is gone.
    package init(_ path: NotePath, calls: any FileCalls) throws(FileError) {
        self.path = path
        self.calls = calls
        let flags = cn_O_PATH | cn_O_DIRECTORY | cn_O_CLOEXEC
        let number = path.withCString { calls.openat(cn_AT_FDCWD, $0, flags, 0) }
        guard number >= 0 else { throw FileError(.find, path, call: "openat", answer: Int(number)) }
        file = OpenFile(owning: number, calls: calls)
    }

    /// The descriptor, as long as this value is.
    package var number: Int32 { file.number }

    /// Where a path below this folder really is, by names that are no links but for the last one, which is not
    /// followed; nil where it leads to this folder itself. Nothing need be there.
    ///
    /// - Throws: `FileError`, `.leadsOutside` where it leads out of this folder, `.missing` where a folder on the
    ///   way is gone.
    package func place(of path: NotePath) throws(FileError) -> NotePath? {
        var walk = RootedWalk(path, below: self, for: .find)
        guard let name = try walk.goToLastName(following: false) else { return nil }
        return (walk.way + [name]).reduce(NotePath("")) { $0.appending($1) }
    }

    /// The names that lead from this folder to where an absolute path leads; nil where that is elsewhere.
    ///
    /// Only names: to go them shows whether they stay in the folder. The folder is known by what it is, so
    /// that a path which reaches it through another link counts, too.
    package func names(of target: NotePath) throws(FileError) -> [NotePath]? {
        var own = FileFacts()
        let answer = calls.statx(number, "", cn_AT_EMPTY_PATH, &own)
        guard answer == 0 else { throw FileError(.find, path, call: "statx", answer: Int(answer)) }
        let names = target.names
        // The longest first: a way that leads out of the folder and into it again ends in it.
        for count in (0...names.count).reversed() {
            let above = names[..<count].reduce(NotePath("/")) { $0.appending($1) }
            var facts = FileFacts()
            if above.withCString({ calls.statx(cn_AT_FDCWD, $0, 0, &facts) }) == 0,
                facts.identity == own.identity
            {
                let rest = Array(names[count...])
                return rest.first == NotePath("..") ? nil : rest
            }
        }
        return nil
    }
}

extension NotePath {
    /// The names in a path, those left out that mean the folder itself.
    var names: [NotePath] {
        bytes.split(separator: UInt8(ascii: "/")).filter { !$0.elementsEqual(".".utf8) }
            .map { NotePath(bytes: Array($0)) }
    }
}
