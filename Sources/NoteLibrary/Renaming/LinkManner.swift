// SPDX-License-Identifier: MIT
// In which manner a link names its file, and how another file is named in the same manner.

internal import NoteKit

/// The manner in which a path in a link is meant.
struct LinkManner {
    private enum Form {
        /// A name alone, wherever the file is.
        case bare
        /// The end of a path, of so many names.
        case end(Int)
        /// The whole path from the vault's top, with a slash in front or without one.
        case fromTop(slash: Bool)
        /// From the note's folder; in front may stand `./`.
        case fromFolder(dot: Bool)
    }

    private let form: Form
    private let style: LinkStyle
    /// The ending of a note's name as it is written; nil where it is left out.
    private let ending: [UInt8]?

    /// Reads the path of a link that leads from `note` to `file`.
    init(of path: [UInt8], _ style: LinkStyle, to file: VaultPath, from note: VaultPath) {
        self.style = style
        let isNote = NotesFolder.isNote(file.path)
        let isWrittenOut = Self.isNoteName(path)
        ending = isNote ? (isWrittenOut ? Array(path.suffix(3)) : nil) : []
        let names = path.split(separator: UInt8(ascii: "/"))
        func leads(_ place: VaultPath?) -> Bool { Self.means(place, file) }
        if path.first == UInt8(ascii: "/") {
            form = .fromTop(slash: true)
        } else if path.starts(with: "./".utf8) || path.starts(with: "../".utf8) {
            form = .fromFolder(dot: path.starts(with: "./".utf8) || style == .wikilink)
        } else if style == .path, leads(note.folder.followed(by: path)) {
            form = .fromFolder(dot: false)
        } else if names.count < 2 {
            form = .bare
        } else if leads(VaultPath.top.followed(by: path)) {
            form = .fromTop(slash: false)
        } else if leads(note.folder.followed(by: path)) {
            form = .fromFolder(dot: false)
        } else {
            form = .end(names.count)
        }
    }

    /// Whether a path in this manner, in a link of a note, is the place of a file: and not just found there
    /// because there is nothing where it points.
    func fits(_ path: [UInt8], _ file: VaultPath, from note: VaultPath) -> Bool {
        switch form {
        case .bare, .end: true
        case .fromTop: Self.means(VaultPath.top.followed(by: path), file)
        case .fromFolder: Self.means(note.folder.followed(by: path), file)
        }
    }

    /// Whether a place is that of a file but for case, accents, and the ending of a note.
    private static func means(_ place: VaultPath?, _ file: VaultPath) -> Bool {
        guard let names = place?.names.map(FoldedName.folded), let last = names.last else { return false }
        let whole = file.names.map(FoldedName.folded)
        return names.dropLast() == whole.dropLast()
            && (last == whole.last || NotesFolder.isNote(file.path) && last + ".md" == whole.last)
    }

    /// The paths that name a file in a link of a note, the one in this manner first, and then those that are
    /// certain to be found.
    func paths(to file: VaultPath, from note: VaultPath) -> [[UInt8]] {
        let slash = [UInt8(ascii: "/")]
        let whole = file.bytes
        let top = slash + whole
        let relative = Self.relative(file, from: note.folder)
        let goesUp = relative.starts(with: "../".utf8)
        let dotted = goesUp ? relative : Array("./".utf8) + relative
        func end(_ count: Int) -> [UInt8] { Array(file.names.suffix(count).joined(separator: slash)) }
        let paths: [[UInt8]] =
            switch form {
            case .bare where style == .wikilink: [end(1), whole, top, dotted]
            case .bare: [end(1), relative, whole, top, dotted]
            case .end(let count): [end(count), whole, top, dotted]
            case .fromTop(let hasSlash): hasSlash ? [top, dotted] : [whole, top, dotted]
            case .fromFolder(let hasDot):
                hasDot
                    ? [dotted, top]
                    : goesUp && style == .wikilink ? [whole, top, dotted] : [relative, dotted, top]
            }
        return paths.flatMap(variants)
    }

    /// A path with the ending of a note as it is written, and else in full.
    private func variants(_ path: [UInt8]) -> [[UInt8]] {
        guard Self.isNoteName(path) else { return [path] }
        let stem = Array(path.dropLast(3))
        let written = ending.map { $0.isEmpty ? path : stem + $0 } ?? stem
        return written == path ? [path] : [written, path]
    }

    private static func isNoteName(_ path: [UInt8]) -> Bool {
        NotesFolder.isNote(NotePath(bytes: path.filter { $0 != 0 }))
    }

    /// The way from a folder to a file.
    private static func relative(_ file: VaultPath, from folder: VaultPath) -> [UInt8] {
        let (way, start) = (file.names, folder.names)
        let common = zip(way.dropLast(), start).prefix { $0 == $1 }.count
        let up = [ArraySlice<UInt8>](repeating: Array("..".utf8)[...], count: start.count - common)
        return Array((up + way.dropFirst(common)).joined(separator: [UInt8(ascii: "/")]))
    }
}
