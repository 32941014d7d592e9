// SPDX-License-Identifier: MIT
// Which symbolic links of a vault get another target when files or folders get other paths.

internal import NoteFiles

/// Looks for relative symbolic links that lead to something that moves, or that move themselves.
///
/// One that begins at the root is left alone, and told; so is one that leads out of the vault and stays where it is.
struct LinkTargets {
    let root: NoteRoot
    let folders: VaultFolders

    init(_ vault: NotePath, calls: any FileCalls) throws(LibraryError) {
        folders = try VaultFolders(vault, calls: calls)
        root = folders.root
    }

    /// The steps that let links lead where they led, to be done once all has moved.
    ///
    /// - Parameters:
    ///   - links: Links in real folders of the vault, as they are called now.
    ///   - moved: What a path is called afterwards.
    func steps(
        _ links: [NotePath], moving moved: (NotePath) -> NotePath
    ) -> [RenamePlan.Link] {
        links.compactMap { link in
            do throws(LibraryError) {
                guard let old = try folders.target(ofLink: link), !old.isAbsolute,
                    let new = try target(old, of: link, moved), new != old
                else { return nil }
                return RenamePlan.Link(path: moved(link), old: old, new: new)
            } catch {
                // A folder that cannot be entered: nothing in it leads anywhere now.
                return nil
            }
        }
    }

    private func target(
        _ target: NotePath, of link: NotePath, _ moved: (NotePath) -> NotePath
    ) throws(LibraryError) -> NotePath? {
        let place: NotePath?
        do throws(FileError) {
            place = try root.place(of: link.folder.appending(target))
        } catch {
            // Where it leads to lies outside of the vault, or is gone, and moves with nothing here.
            return nil
        }
        guard let place else { return nil }
        let (newLink, newPlace) = (moved(link), moved(place))
        if link.folder == newLink.folder, place.folder == newPlace.folder, target.name == place.name,
            target.bytes.last != UInt8(ascii: "/")
        {
            // In the manner in which it is written.
            return NotePath(bytes: target.bytes.dropLast(target.name.bytes.count) + newPlace.name.bytes)
        }
        let relative = Self.way(from: newLink.folder, to: newPlace)
        guard relative == Self.way(from: link.folder, to: place) else { return relative }
        // The way may be the same, and name a folder that is called otherwise now: out of it, and into it again.
        let leads = Self.end(of: target, from: link.folder) == place
        return leads && Self.end(of: target, from: newLink.folder) != newPlace ? relative : target
    }

    /// Where a target leads by its names alone; nil where that is out of the vault.
    private static func end(of target: NotePath, from folder: NotePath) -> NotePath? {
        var names = folder == .top ? [] : folder.bytes.split(separator: UInt8(ascii: "/"))
        for name in target.bytes.split(separator: UInt8(ascii: "/")) where !name.elementsEqual(".".utf8) {
            if !name.elementsEqual("..".utf8) {
                names.append(name)
            } else if names.popLast() == nil {
                return nil
            }
        }
        return names.isEmpty ? .top : NotePath(bytes: Array(names.joined(separator: [UInt8(ascii: "/")])))
    }

    /// What is to be told of links that begin at the root and lead to something that moves: they stay as they
    /// are.
    ///
    /// - Parameters:
    ///   - links: Links in real folders of the vault, as they are called now.
    ///   - moved: What a path is called afterwards.
    func dangling(_ links: [NotePath], moving moved: (NotePath) -> NotePath) -> [LibraryError] {
        links.compactMap { link in
            guard let place = absolutePlace(of: link), moved(place) != place else { return nil }
            return LibraryError(
                .other, moved(link),
                "The symbolic link '\(moved(link))' is as it was, and leads to '\(place)' no more: it begins at the "
                    + "root.")
        }
    }

    /// Where a link leads in the vault that begins at the root; nil for another one.
    private func absolutePlace(of link: NotePath) -> NotePath? {
        do {
            guard let target = try folders.target(ofLink: link), target.isAbsolute,
                let names = try root.names(of: target), !names.isEmpty
            else { return nil }
            let place = try root.place(of: names.reduce(NotePath("")) { $0.appending($1) })
            return try place.flatMap { try folders.facts(of: $0) == nil ? nil : $0 }
        } catch {
            // It leads nowhere now.
            return nil
        }
    }

    /// The relative path from a folder to a path, both below the vault.
    static func way(from folder: NotePath, to path: NotePath) -> NotePath {
        let start = folder == .top ? [] : folder.bytes.split(separator: UInt8(ascii: "/"))
        let end = path.bytes.split(separator: UInt8(ascii: "/"))
        let shared = zip(start, end).prefix { $0.elementsEqual($1) }.count
        let names =
            Array(repeating: Array("..".utf8), count: start.count - shared)
            + end[shared...].map { Array($0) }
        return names.isEmpty ? .top : NotePath(bytes: Array(names.joined(separator: [UInt8(ascii: "/")])))
    }
}
