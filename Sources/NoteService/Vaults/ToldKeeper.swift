// SPDX-License-Identifier: MIT
// When the log says that replaced texts are kept nowhere, and when it says that they are again.

internal import NoteKit
internal import Synchronization

/// The version keeper of the daemon, which says once when it cannot keep what saves replace, and once when it can.
final class ToldKeeper: VersionKeeper {
    private let keeper: any VersionKeeper
    private let log: ServiceLog
    private let isFailing = Mutex(false)

    /// - Parameter keeper: Who keeps the versions.
    init(_ keeper: any VersionKeeper, log: ServiceLog) {
        self.keeper = keeper
        self.log = log
    }

    var keepsReplacedTexts: Bool { keeper.keepsReplacedTexts }

    func keep(_ version: NoteVersion) throws(FileError) {
        try told { () throws(FileError) in try keeper.keep(version) }
    }

    func keep(_ versions: [NoteVersion]) throws(FileError) {
        try told { () throws(FileError) in try keeper.keep(versions) }
    }

    private func told(_ keep: () throws(FileError) -> Void) throws(FileError) {
        do throws(FileError) {
            try keep()
        } catch {
            if become(failing: true) {
                log.error("What saves replace cannot be kept, and goes into no history from now on: \(error)")
            }
            throw error
        }
        if become(failing: false) { log.notice("What saves replace is kept again.") }
    }

    /// - Returns: Whether that is news.
    private func become(failing: Bool) -> Bool {
        isFailing.withLock { isFailing in
            defer { isFailing = failing }
            return isFailing != failing
        }
    }
}
