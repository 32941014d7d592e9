// SPDX-License-Identifier: MIT
// In what a watcher is hindered, from the state it is in.

internal import Glibc

extension WatchEngine {
    /// Everything that hinders this watcher now, in a fixed order.
    func degradations() -> [WatchDegradation] {
        var all: [WatchDegradation] = []
        switch trouble {
        case nil: break
        case .unmounted:
            all.append(
                WatchDegradation(
                    .unmounted, at: NotePath("."),
                    "The file system of the folder was unmounted. The last list is kept; it is looked for "
                        + "\(pace). Mount it again."))
        case .missing(let number):
            let reason = String(cString: strerror(number))
            all.append(
                WatchDegradation(
                    .rootMissing, at: NotePath("."),
                    "The folder cannot be reached at its path any more (\(reason)). The last list is kept; "
                        + "it is looked for \(pace). Put it back, or watch it where it is now."))
        }
        if isOverflowed {
            all.append(
                WatchDegradation(
                    .queueOverflow,
                    "More happened at once than the kernel keeps (fs.inotify.max_queued_events). Everything is "
                        + "looked at again; nothing is to be done."))
        }
        if queue == nil { all.append(withoutQueue) }
        if !polled.isEmpty { all += ofFolders() }
        return all
    }

    private var pace: String {
        let seconds = pollPause / 1_000_000_000
        let rest = pollPause / 100_000_000 % 10
        let text = rest == 0 ? "\(seconds)" : "\(seconds).\(rest)"
        return text == "1" ? "every second" : "every \(text) seconds"
    }

    private var withoutQueue: WatchDegradation {
        switch queueFault {
        case EMFILE:
            WatchDegradation(
                .instanceLimit,
                "No inotify instance is to be had: the limit of this user (fs.inotify.max_user_instances) or of "
                    + "this process's open files (ulimit -n) is used up. All folders are looked at \(pace). "
                    + "Raise the limit, as with: sysctl fs.inotify.max_user_instances=1024")
        case ENFILE:
            WatchDegradation(
                .tooManyOpenFiles,
                "The system has no more open files to give (fs.file-max). All folders are looked at \(pace).")
        default:
            WatchDegradation(
                .failing,
                "No inotify instance is to be had (\(String(cString: strerror(queueFault)))). All folders are "
                    + "looked at \(pace).")
        }
    }

    private func ofFolders() -> [WatchDegradation] {
        var (limited, unreadable, starved, failing, blind): ([Int32], [Int32], [Int32], [Int32], [Int32])
        (limited, unreadable, starved, failing, blind) = ([], [], [], [], [])
        for folder in polled.sorted() {
            let record = index[folder]
            switch (record.listFault, record.watchFault) {
            case (EACCES, _), (EPERM, _): unreadable.append(folder)
            case (EMFILE, _), (ENFILE, _): starved.append(folder)
            case (1..., _): failing.append(folder)
            case (_, ENOSPC): limited.append(folder)
            case _ where queue == nil: break
            case _ where record.isBlind: blind.append(folder)
            case _ where record.watch == 0: failing.append(folder)
            default: break
            }
        }
        var all: [WatchDegradation] = []
        func add(_ reason: WatchDegradation.Reason, _ folders: [Int32], _ text: (String) -> String) {
            guard let first = folders.map({ index.path(of: $0) }).min() else { return }
            let amount = folders.count == 1 ? "the folder '\(first)' is" : "\(folders.count) folders are"
            all.append(WatchDegradation(reason, at: first, text(amount)))
        }
        add(.watchLimit, limited) { amount in
            "The limit of inotify watches of this user is used up (fs.inotify.max_user_watches; in a user "
                + "namespace user.max_inotify_watches). Of \(index.folderCount) folders, \(amount) looked at "
                + "\(pace) instead. Raise the limit, as with: sysctl fs.inotify.max_user_watches=524288"
        }
        add(.networkFileSystem, blind) { amount in
            "On a network file system, or one that a program serves, changes made elsewhere are not told. So "
                + "\(amount) looked at \(pace) as well."
        }
        add(.unreadable, unreadable) { amount in
            "This user is not permitted to look into folders: \(amount) not followed, and what was known of "
                + "it is kept. It is tried again \(pace). Permit reading and entering it."
        }
        add(.tooManyOpenFiles, starved) { amount in
            "Too many files are open: \(amount) tried again \(pace). Raise the limit (ulimit -n, fs.file-max)."
        }
        add(.failing, failing) { amount in
            let number = folders(of: failing)
            return
                "The system failed (\(String(cString: strerror(number)))): \(amount) looked at \(pace) instead."
        }
        return all
    }

    /// The error number of the first of some folders.
    private func folders(of failing: [Int32]) -> Int32 {
        failing.first.map { index[$0].listFault == 0 ? index[$0].watchFault : index[$0].listFault } ?? 0
    }
}
