// SPDX-License-Identifier: MIT
// What each hint of the kernel makes a watcher look at.

internal import CNoteLinux
internal import Glibc

extension WatchEngine {
    /// How long the second half of a move is waited for, in nanoseconds. The kernel queues both in one
    /// call, but they can be read between.
    private static let patienceForMoves: UInt64 = 2_000_000

    /// Takes every hint that waits.
    func takeHints() {
        if queue != nil { hub.drain(for: inbox) }
        let (hints, hasOverflowed) = inbox.takeHints()
        if hasOverflowed { overflow() }
        guard hasOverflowed || !hints.isEmpty else { return }
        let now = now
        for hint in hints { take(hint, at: now) }
        soonest = min(soonest, now &+ settings.settling)
    }

    /// Waits a moment for the other halves of moves of which one has been read.
    func awaitSecondHalves() {
        let end = now &+ Self.patienceForMoves
        while !openMoves.isEmpty, let queue {
            let now = now
            guard now < end else { break }
            _ = hub.calls.wait(for: queue, or: queue, nanoseconds: end - now)
            takeHints()
        }
        // What was moved out of the root has no other half.
        openMoves = [:]
    }

    private func take(_ hint: WatchHint, at now: UInt64) {
        if hint.has(IN_MOVED_TO), let half = openMoves.removeValue(forKey: hint.cookie) {
            dirt.release(half.name, in: half.folder)
        }
        guard let folder = index.byWatch[hint.watch] else { return }
        if hint.name.isEmpty { return take(hint, aboutFolder: folder, at: now) }
        guard hint.name[0] != UInt8(ascii: ".") else { return }
        guard isWanted(hint, in: folder) else {
            // As of a file that was written beside a note and renamed over it: it could have been a link to a folder,
            // and is nothing now. A folder that the name had before is still to be looked for.
            let isGone = hint.has(IN_DELETE | IN_MOVED_FROM) && index.child(hint.name, of: folder) == nil
            if isGone { dirt.unmark(hint.name, in: folder) }
            if dirt.isEmpty { soonest = .max }
            return
        }
        dirt.mark(hint.name, in: folder, at: now) { mark in
            if hint.has(IN_MODIFY) { mark.isWritten = true }
            if hint.has(IN_DELETE), mark.fate == .unknown { mark.fate = .deleted }
            guard hint.has(IN_MOVED_FROM) else { return }
            if mark.fate == .unknown { mark.fate = .movedAway }
            mark.hold = now &+ Self.patienceForMoves
        }
        if hint.has(IN_MOVED_FROM) {
            if openMoves.count > 4096 { openMoves = [:] }
            openMoves[hint.cookie] = (folder, hint.name)
        }
    }

    /// Whether the name of a hint can be one that is listed: a note, a folder, or a link to a folder.
    private func isWanted(_ hint: WatchHint, in folder: Int32) -> Bool {
        if hint.has(Int32(bitPattern: UInt32(IN_ISDIR))) {
            return settings.isRecursive && hint.mask & (UInt32(IN_MODIFY) | UInt32(IN_CLOSE_WRITE)) == 0
        }
        if hint.name.withUnsafeBytes({ settings.matches($0) }) { return true }
        guard settings.isRecursive else { return false }
        if hint.has(IN_CREATE | IN_MOVED_TO) { return true }
        return index.withLinks.contains(folder) && index[folder].links.contains { $0.name == hint.name }
    }

    private func take(_ hint: WatchHint, aboutFolder folder: Int32, at now: UInt64) {
        if hint.has(IN_UNMOUNT) {
            if folder == 0 {
                rootWasUnmounted = true
            } else {
                passing.append(unmounted(index.path(of: folder)))
            }
        }
        if hint.has(IN_IGNORED) {
            index.setWatch(0, of: folder)
            // A new folder may have its name and even its inode number, and no watch.
            dirt.mark(whole: folder, at: now)
        }
        // What happens to the folder itself is seen at its name, and at the root's path by every pass.
        if hint.has(IN_DELETE_SELF | IN_MOVE_SELF | IN_UNMOUNT | IN_IGNORED) {
            if folder == 0 {
                dirt.mark(whole: 0, at: now)
            } else {
                dirt.mark(index[folder].name, in: index[folder].parent, at: now)
            }
        } else if hint.has(IN_ATTRIB) {
            dirt.mark(whole: folder, at: now)
        }
    }
}
