// SPDX-License-Identifier: MIT
// The daemon without its door: in the process of the one program that it serves.

internal import Glibc
package import NoteKit
package import NoteProtocol

/// A service in this process. Its client speaks to it as to the daemon, over one end of a pair of sockets.
package final class LocalService: Sendable {
    private let daemon: NoteDaemon
    private let loop: SocketLoop

    /// Starts the thread of its sockets; no vault is open yet.
    ///
    /// - Parameters:
    ///   - configuration: Its limits, and when sessions save; the vaults that it names are not opened.
    ///   - isReadOnly: Whether nothing that killed programs left in a vault is brought to its end.
    ///   - log: Takes what it has to say.
    /// - Throws: `ServiceError` when there is no thread or no socket to be had.
    package init(
        _ configuration: ServiceConfiguration, stateFolder: NotePath = StateFolder.standard,
        isReadOnly: Bool = false, log: ServiceLog
    ) throws(ServiceError) {
        let daemon = NoteDaemon(
            limits: configuration.limits, stateFolder: stateFolder, timing: configuration.timing,
            isReadOnly: isReadOnly, log: log)
        self.daemon = daemon
        loop = try SocketLoop(limits: configuration.limits, log: log) { daemon.welcome($0) }
        try loop.start()
    }

    /// Makes a connection.
    ///
    /// - Returns: The end of the client, who closes it.
    /// - Throws: `ServiceError` when there is no socket to be had.
    package func connect() throws(ServiceError) -> Int32 { try loop.connect(peer: getpid()) }

    /// Saves everything and ends.
    ///
    /// - Returns: The notes that could not be saved; their edits are in the journals.
    package func end() async -> [UnsavedNote] {
        let unsaved = await daemon.end()
        await loop.end(within: daemon.patience)
        return unsaved
    }
}
