// SPDX-License-Identifier: MIT
// Which facts of a vault moved between two scans of it.

internal import NoteFiles

/// Finds what is different in a vault after a check.
struct VaultComparison {
    /// The scan before the check, and what was found of its notes on the way.
    let before: FolderScan
    let attributes: [Int: UInt64]
    let loud: Set<FileFacts.Identity>
    /// The notes whose attributes were not read.
    let unseen: Set<Int>
    /// The scan after it.
    let after: FolderScan
    /// Whether extended attributes need to be read again.
    let trust: ChangeTimeTrust
    /// Digests of the extended attributes of notes of the scan after; those that cannot be opened are
    /// left out.
    let attributesAfter: ([Int]) throws(FileError) -> [Int: UInt64]

    /// One failure for each file and folder of which anything moved. What only one of the two scans
    /// could look at is not compared.
    func failures() throws(FileError) -> [VaultCheck.Failure] {
        try failuresOfFiles() + failuresOfFolders()
    }

    private func failuresOfFiles() throws(FileError) -> [VaultCheck.Failure] {
        let (blindBefore, blindAfter) = (BlindSpots(of: before), BlindSpots(of: after))
        var failures: [VaultCheck.Failure] = []
        var doubtful: [(old: Int, new: Int)] = []
        after.forEachPair(with: before) { old, new in
            switch (old, new) {
            case (let old?, let new?):
                let (facts, factsAfter) = (before.facts(at: old), after.facts(at: new))
                if !trust.proves(facts, sameAs: factsAfter) {
                    doubtful.append((old, new))
                } else if let moved = movedFacts(facts, factsAfter) {
                    failures.append(failure(before.path(at: old), moved: moved))
                }
            case (let old?, nil):
                let path = before.path(at: old)
                if !blindAfter.hide(path) { failures.append(failure(path, "it is gone")) }
            case (nil, let new?):
                let path = after.path(at: new)
                if !blindBefore.hide(path) { failures.append(failure(path, "it is new")) }
            case (nil, nil): break
            }
        }
        let attributesAfter = try attributesAfter(doubtful.map(\.new).filter { after.isMatch(at: $0) })
        for (old, new) in doubtful {
            var moved = movedFacts(before.facts(at: old), after.facts(at: new)) ?? []
            if let now = attributesAfter[new], !unseen.contains(old), attributes[old, default: 0] != now {
                moved.append("extended attributes")
            }
            if !moved.isEmpty { failures.append(failure(before.path(at: old), moved: moved)) }
        }
        return failures
    }

    private func failuresOfFolders() -> [VaultCheck.Failure] {
        let (blindBefore, blindAfter) = (BlindSpots(of: before), BlindSpots(of: after))
        var failures: [VaultCheck.Failure] = []
        let folders = after.folders
        var next = folders.startIndex
        func tellNew(_ folder: FolderScan.Folder) {
            if !blindBefore.hide(folder.path) { failures.append(failure(folder.path, "the folder is new")) }
        }
        for old in before.folders {
            while next < folders.endIndex, folders[next].path < old.path {
                tellNew(folders[next])
                next += 1
            }
            guard next < folders.endIndex, folders[next].path == old.path else {
                if !blindAfter.hide(old.path) { failures.append(failure(old.path, "the folder is gone")) }
                continue
            }
            let moved = movedFacts(old, folders[next])
            if !moved.isEmpty { failures.append(failure(old.path, moved: moved)) }
            next += 1
        }
        for folder in folders[next...] { tellNew(folder) }
        return failures
    }

    /// The facts of a file that moved; nil for none.
    private func movedFacts(_ facts: FileFacts, _ factsAfter: FileFacts) -> [String]? {
        guard facts != factsAfter else { return nil }
        // Reading through a link moves the link's own access time, but these are the target's facts.
        let moved = Self.movedFacts(facts, factsAfter, withAccess: !loud.contains(facts.identity))
        return moved.isEmpty ? nil : moved
    }

    private func movedFacts(_ old: FolderScan.Folder, _ new: FolderScan.Folder) -> [String] {
        // Whoever lists a folder moves its access time, a file manager as well as the file system's own tools.
        var moved = Self.movedFacts(old.facts, new.facts, withAccess: false)
        if old.listing != new.listing { moved.append("list of names") }
        return moved
    }

    /// Blocks are left out: a file system hands them out long after a write.
    private static func movedFacts(_ old: FileFacts, _ new: FileFacts, withAccess: Bool) -> [String] {
        guard old != new else { return [] }
        var moved: [String] = []
        if old.identity != new.identity { moved.append("identity") }
        if old.size != new.size { moved.append("size") }
        if old.mode != new.mode { moved.append("mode") }
        if old.owner != new.owner || old.group != new.group { moved.append("owner") }
        if old.links != new.links { moved.append("link count") }
        if old.modified != new.modified { moved.append("modification time") }
        if old.changed != new.changed { moved.append("change time") }
        if withAccess, old.accessed != new.accessed { moved.append("access time") }
        if old.born != new.born { moved.append("birth time") }
        return moved
    }

    private func failure(_ path: NotePath, moved: [String]) -> VaultCheck.Failure {
        failure(path, "its \(moved.joined(separator: ", ")) moved")
    }

    private func failure(_ path: NotePath, _ what: String) -> VaultCheck.Failure {
        let reason = "\(what) during the check; whether the check did that or another program cannot be told"
        return VaultCheck.Failure(path: path, reason: reason, offset: nil)
    }
}
