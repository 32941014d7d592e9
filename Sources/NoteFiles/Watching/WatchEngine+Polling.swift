// SPDX-License-Identifier: MIT
// What a watcher does about folders that inotify does not tell of.

internal import Glibc

extension WatchEngine {
    /// Takes down whether a folder has to be looked at from time to time.
    func updatePolling(of folder: Int32) {
        let record = index[folder]
        if record.watch == 0 || record.isBlind || record.listFault != 0 {
            polled.insert(folder)
        } else {
            polled.remove(folder)
        }
    }

    /// Marks what is to be looked at from time to time, and tries to get a queue where there is none.
    func markPolled(at now: UInt64) {
        if queue == nil {
            let queue = hub.join()
            if queue >= 0 {
                self.queue = queue
                queueFault = 0
                // Watch first, then list: so everything is looked at again.
                return dirt.markEverything(at: 0)
            }
            queueFault = -queue
        }
        if polled.isEmpty { return }
        // A walk looks with all processors.
        if polled.count > index.folderCount / 2, polled.count > 16 { return dirt.markEverything(at: 0) }
        for folder in polled { dirt.mark(whole: folder, at: 0) }
    }

    /// Sets the time of the next look. Nothing wakes an idle watcher that inotify serves.
    ///
    /// - Parameter duration: How long the last pass took: what takes long is done less often.
    func schedulePoll(after duration: UInt64) {
        guard trouble != nil || !polled.isEmpty || queue == nil else {
            nextPoll = nil
            pollPause = settings.polling
            return
        }
        if let next = nextPoll, next > now { return }
        pollPause = max(settings.polling, min(duration &* 10, settings.polling &* 30))
        nextPoll = now &+ pollPause
    }
}
