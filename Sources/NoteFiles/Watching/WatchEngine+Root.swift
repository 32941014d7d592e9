// SPDX-License-Identifier: MIT
// What a watcher does when its root is gone, or another folder took its path.

internal import CNoteLinux
internal import Glibc

/// Why the root's path does not lead to the root.
enum RootTrouble: Hashable {
    /// Nothing is there, or it cannot be opened; the error number.
    case missing(Int32)
    /// The file system that was mounted there is not.
    case unmounted
}

extension WatchEngine {
    /// Opens the root and makes sure that it is the one that is watched. Nothing stays open between two
    /// passes, so that the file system can be unmounted.
    ///
    /// Where another folder took the path, that one is the root from now on. Only the bare place where a
    /// file system was mounted is not taken for a folder from which everything was removed.
    ///
    /// - Returns: Nil where there is no root. What is known of it is kept.
    func openRoot() -> OpenFile? {
        let root: OpenFile
        do throws(FileError) {
            root = try FolderScan.open(settings.root, calls)
        } catch {
            trouble = .missing(error.systemError)
            return nil
        }
        var facts = FileFacts()
        let answer = calls.statx(root.number, "", cn_empty, &facts)
        guard answer == 0 else {
            trouble = .missing(-answer)
            return nil
        }
        let isSame = facts.identity == index[0].identity
        if !isSame {
            let isMounted = isMountPoint(root.number, facts.identity)
            if rootIsMountPoint, !isMounted {
                trouble = .unmounted
                return nil
            }
            rootIsMountPoint = isMounted
            let watch = index[0].watch
            if watch != 0 { hub.remove(watch, for: inbox) }
            index.setWatch(0, of: 0)
            index.replaceRoot(facts.identity)
            passing.append(
                WatchDegradation(
                    .rootReplaced, at: NotePath("."),
                    "Another folder is at the path now. It is watched in place of the old one; nothing is to be done."
                ))
        }
        if !isSame || trouble != nil || rootWasUnmounted { dirt.markEverything(at: 0) }
        rootWasUnmounted = false
        trouble = nil
        return root
    }

    /// Whether an open folder is the top of a file system that is mounted there.
    func isMountPoint(_ directory: Int32, _ identity: FileFacts.Identity) -> Bool {
        var above = FileFacts()
        let answer = calls.statx(directory, "..", 0, &above)
        return answer == 0 && above.identity.device != identity.device
    }

    func unmounted(_ path: NotePath) -> WatchDegradation {
        WatchDegradation(
            .unmounted, at: path,
            "The file system at '\(path)' was unmounted, so its notes are not there. Mount it again.")
    }
}
