// SPDX-License-Identifier: MIT
// The watcher's thread: it waits for hints, looks where they point, and tells what is different.

internal import Glibc

/// One watcher at work. Used on one thread only.
///
/// Hints are never believed: each only says which name, or which folder, to look at again. A pass over
/// what was hinted at compares the disk with the index and makes one batch.
final class WatchEngine {
    let settings: WatchSettings
    let hub: WatchHub
    let inbox: WatchInbox
    let calls: any FileCalls
    let scout: FolderScout
    let reader: FolderReader
    private let deliver: (FolderBatch) -> Void

    var index: FolderIndex
    var dirt = WatchDirt()
    var log = WatchLog()
    /// Folders that were taken out of the tree in this pass and were found nowhere yet.
    var limbo: Set<Int32> = []
    /// How often a folder was not where it should be in this pass.
    var misses: [Int32: Int] = [:]
    /// The inodes with several names that were found changed in this pass.
    var touchedShared: Set<UInt64> = []
    /// Whether the first look is not over: then nothing is new.
    var isFirst = true

    /// The queue of hints; nil where there is none to be had.
    var queue: Int32?
    var queueFault: Int32 = 0
    var trouble: RootTrouble?
    var rootIsMountPoint = false
    var rootWasUnmounted = false
    /// What is told with the next batch only.
    var passing: [WatchDegradation] = []
    var isOverflowed = false
    var polled: Set<Int32> = []
    var nextPoll: UInt64?
    var pollPause: UInt64
    /// Unpaired first halves of moves, by their cookie.
    var openMoves: [UInt32: (folder: Int32, name: [UInt8])] = [:]
    private var told: [WatchDegradation] = []
    private var lastPass: UInt64 = 0
    /// Before this there is nothing to look at.
    var soonest: UInt64 = 0

    var now: UInt64 { hub.calls.now() }

    /// Joins the hub and looks at everything for the first time.
    ///
    /// - Throws: `FileError` when the root cannot be listed.
    init(
        _ settings: WatchSettings, hub: WatchHub, inbox: WatchInbox, calls: any FileCalls,
        deliver: @escaping (FolderBatch) -> Void
    ) throws(FileError) {
        self.settings = settings
        self.hub = hub
        self.inbox = inbox
        self.calls = calls
        self.deliver = deliver
        let scout = FolderScout(hub: hub, inbox: inbox, calls: calls)
        self.scout = scout
        pollPause = settings.polling
        var request = FolderScan.Request(matches: settings.matches, includesOthers: false)
        request.isRecursive = settings.isRecursive
        request.identifiesFolders = true
        request.watch = { scout.watch($0, $1) }
        reader = FolderReader(root: -1, request: request, calls: calls)
        index = FolderIndex(root: FileFacts.Identity(device: 0, inode: 0))
        let queue = hub.join()
        if queue >= 0 { self.queue = queue } else { queueFault = -queue }
        do throws(FileError) {
            try begin()
        } catch {
            leave()
            throw error
        }
    }

    /// Gives every watch back.
    func leave() {
        if queue != nil { hub.leave(inbox) }
        queue = nil
    }

    private func begin() throws(FileError) {
        let start = now
        let root = try FolderScan.open(settings.root, calls)
        var facts = FileFacts()
        let answer = calls.statx(root.number, "", cn_empty, &facts)
        guard answer == 0 else { throw FileError(.watch, settings.root, call: "statx", answer: Int(answer)) }
        index.replaceRoot(facts.identity)
        rootIsMountPoint = isMountPoint(root.number, facts.identity)
        try lookAtEverything(root.number)
        lookWhereHinted(root.number, DueRule(now: now, settling: 0, longest: 0, isAsked: true))
        finishPass()
        schedulePoll(after: now &- start)
        isFirst = false
    }

    /// Works until it is told to stop.
    func run() {
        while true {
            let isWoken = hub.calls.wait(
                for: queue ?? inbox.waker, or: inbox.waker, nanoseconds: patience())
            let (questions, shouldStop) = isWoken ? inbox.takeQuestions() : ([], false)
            if shouldStop {
                for question in questions { question(.failure(FolderWatcher.ended(settings.root))) }
                return
            }
            takeHints()
            if !questions.isEmpty { awaitSecondHalves() }
            let now = now
            let isPolling = !questions.isEmpty || nextPoll.map { $0 <= now } ?? false
            if isPolling { markPolled(at: now) }
            let rule = rule(at: now, isAsked: !questions.isEmpty)
            if isPolling || isDue(rule) { pass(rule) }
            for question in questions { question(.success(self)) }
        }
    }

    /// How long there is nothing to do, if nothing happens; nil for ever.
    private func patience() -> UInt64? {
        guard !dirt.isEmpty || nextPoll != nil else { return nil }
        let now = now
        let next = min(nextDue(at: now) ?? .max, nextPoll ?? .max)
        return next > now ? next - now : 0
    }

    /// When there is something to look at, and it is not too soon after the last pass; nil for never.
    private func nextDue(at now: UInt64) -> UInt64? {
        if dirt.isEmpty { return nil }
        let earliest = lastPass &+ settings.pause
        // To go through all marks for each hint of a burst would take longer than the burst.
        if earliest <= now, soonest <= now {
            soonest = dirt.nextDue(by: rule(at: now, isAsked: false)) ?? .max
        }
        return max(soonest, earliest)
    }

    private func isDue(_ rule: DueRule) -> Bool {
        rule.isAsked ? !dirt.isEmpty : nextDue(at: rule.now).map { $0 <= rule.now } ?? false
    }

    private func rule(at now: UInt64, isAsked: Bool) -> DueRule {
        DueRule(now: now, settling: settings.settling, longest: settings.longest, isAsked: isAsked)
    }

    /// Looks where there is something to look at, and tells what is different.
    private func pass(_ rule: DueRule) {
        let start = now
        defer {
            lastPass = now
            soonest = dirt.nextDue(by: rule) ?? .max
            schedulePoll(after: lastPass &- start)
        }
        guard let root = openRoot() else {
            // All of it is looked at when the root is back.
            dirt.clear()
            return tell([])
        }
        if let mark = dirt.everything, rule.isDue(mark) { lookAgain(root.number) }
        lookWhereHinted(root.number, rule)
        // A link or a second place of a folder is not where it was: only a walk knows who comes first.
        if dirt.everything != nil, !isOverflowed {
            lookAgain(root.number)
            lookWhereHinted(root.number, rule)
        }
        _ = root.close()
        finishPass()
    }

    /// Forgets what is gone, and tells what is different.
    private func finishPass() {
        let lost = limbo
        limbo = []
        misses = [:]
        var gone: [Int32] = []
        for folder in lost {
            if !isFirst { log.files(below: folder, in: index) }
            gone += index.subtree(of: folder)
        }
        for folder in gone {
            // The root may have become a folder that was one below it: then the watch goes on.
            let watch = index[folder].watch
            if watch != 0, index.byWatch[watch] == folder { hub.remove(watch, for: inbox) }
            dirt.forget(folder)
            polled.remove(folder)
            index.kill(folder)
        }
        let finished = log
        log = WatchLog()
        let changes = isFirst || finished.isEmpty ? [] : finished.changes(in: index)
        for folder in gone { index.recycle(folder) }
        tell(changes)
    }

    private func tell(_ changes: [FolderScan.Change]) {
        let degraded = degradations() + passing
        // What is over with the telling is told as over.
        defer {
            if !passing.isEmpty {
                passing = []
                tell([])
            }
        }
        guard !changes.isEmpty || degraded != told else { return }
        told = degraded
        // Whoever started it asks for the state after the first look.
        if !isFirst { deliver(FolderBatch(changes: changes, degraded: degraded)) }
    }

    /// Tells at once that hints were lost, and looks at everything when it is quiet.
    func overflow() {
        dirt.clear()
        dirt.markEverything(at: now)
        openMoves = [:]
        guard !isOverflowed else { return }
        isOverflowed = true
        tell([])
    }
}
