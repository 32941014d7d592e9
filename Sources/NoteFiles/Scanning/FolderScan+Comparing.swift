// SPDX-License-Identifier: MIT
// What is different between two scans of one folder.

extension FolderScan {
    /// A difference between two scans.
    public enum Change: Hashable, Sendable {
        /// A path that was not there.
        case created(NotePath)
        /// A path whose file has another identity, size, modification time or change time.
        case changed(NotePath)
        /// A path that is no longer there.
        case removed(NotePath)
        /// A file that is the same and has another path now.
        case moved(from: NotePath, to: NotePath)
    }

    /// What changed since an earlier scan, ordered by path; a moved file by its new one.
    ///
    /// A file has moved when a path is gone and a new one leads to the same inode, born at the same
    /// moment. Where the file system keeps no such moment, size and modification time have to agree,
    /// since the number of a removed inode is soon given to another file.
    public func changes(since earlier: FolderScan) -> [Change] {
        var pairing = ChangePairing()
        forEachPair(with: earlier) { old, new in
            switch (old, new) {
            case (let old?, let new?):
                if !facts(at: new).looksUnchanged(from: earlier.facts(at: old)) {
                    pairing.change(path(at: new))
                }
            case (let old?, nil): pairing.remove(earlier.path(at: old), earlier.facts(at: old).stamp)
            case (nil, let new?): pairing.create(path(at: new), facts(at: new).stamp)
            case (nil, nil): break
            }
        }
        return pairing.changes()
    }

    /// Calls `body` for each path of either scan, in order, with its index in each.
    package func forEachPair(with earlier: FolderScan, _ body: (_ old: Int?, _ new: Int?) -> Void) {
        var (old, new) = (0, 0)
        var (oldPath, newPath): ([UInt8], [UInt8]) = ([], [])
        // The last two folders that were found to have one path.
        var same: (old: Int32, new: Int32) = (-1, -1)
        while old < earlier.count || new < count {
            if old < earlier.count, new < count {
                let (oldPlace, newPlace) = (earlier.tree.places[old], tree.places[new])
                let areNeighbours = oldPlace.folder == same.old && newPlace.folder == same.new
                if areNeighbours, earlier.hasSameName(oldPlace, as: newPlace, in: self) {
                    body(old, new)
                    (old, new) = (old + 1, new + 1)
                    continue
                }
            }
            let order =
                old == earlier.count
                ? 1 : new == count ? -1 : Self.order(earlier, old, &oldPath, self, new, &newPath)
            body(order <= 0 ? old : nil, order >= 0 ? new : nil)
            if order == 0 { same = (earlier.tree.places[old].folder, tree.places[new].folder) }
            if order <= 0 { old += 1 }
            if order >= 0 { new += 1 }
        }
    }

    private func hasSameName(
        _ place: FolderTree.Place, as otherPlace: FolderTree.Place, in other: FolderScan
    ) -> Bool {
        tree.withFile(at: place) { _, name in
            other.tree.withFile(at: otherPlace) { _, otherName in
                name.count == otherName.count && !name.precedes(otherName) && !otherName.precedes(name)
            }
        }
    }

    private static func order(
        _ one: FolderScan, _ index: Int, _ path: inout [UInt8], _ other: FolderScan, _ otherIndex: Int,
        _ otherPath: inout [UInt8]
    ) -> Int {
        path.removeAll(keepingCapacity: true)
        one.tree.appendPath(ofFile: index, to: &path)
        otherPath.removeAll(keepingCapacity: true)
        other.tree.appendPath(ofFile: otherIndex, to: &otherPath)
        return order(path, otherPath)
    }

    private static func order(_ one: [UInt8], _ other: [UInt8]) -> Int {
        one.withUnsafeBufferPointer { one in
            other.withUnsafeBufferPointer { other in
                one.precedes(other) ? -1 : other.precedes(one) ? 1 : 0
            }
        }
    }
}
