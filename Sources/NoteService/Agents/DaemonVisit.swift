// SPDX-License-Identifier: MIT
// What a program that serves a vault itself asks the daemon before it writes a note.

internal import NoteKit
internal import NoteProtocol

/// A short connection with the daemon.
///
/// Whatever it does not answer in time is done without it: the notes are as safe, and what somebody types in one that
/// is written becomes a conflict.
struct DaemonVisit: Sendable {
    /// How long an answer is waited for that comes at once where all is well.
    private static let patience = Duration.seconds(2)
    /// Saving an open note may take a while on a slow disk.
    private static let savingPatience = Duration.seconds(10)

    private let client: NoteClient
    private let complain: @Sendable (String) -> Void

    /// - Parameter complain: Takes why something was not done.
    /// - Throws: `NoteClientError`: `.notRunning` where there is no daemon.
    init(
        in runtime: RuntimeFolder, as name: String, _ complain: @escaping @Sendable (String) -> Void
    ) async throws(NoteClientError) {
        var options = NoteClientOptions()
        options.folder = runtime
        options.reconnects = false
        options.patience = Self.patience
        client = try await NoteClient.connect(as: name, options: options)
        self.complain = complain
    }

    /// Whether the daemon has a vault open.
    func hasOpen(_ vault: NotePath) async -> Bool {
        await answer(to: Service.VaultList())?.vaults.contains {
            $0.path.utf8.elementsEqual(vault.description.utf8)
        } ?? false
    }

    /// Has the daemon save what was typed in a note, in whatever vault that is open there, and hold back its edits
    /// until `letGo(_:)` or the end.
    ///
    /// - Parameter note: The real path of the note.
    /// - Returns: The hold; nil where the daemon did not do it.
    func hold(_ note: NotePath) async -> Service.VaultHold.Answer? {
        await answer(to: Service.VaultHold(path: note.description), within: Self.savingPatience)
    }

    /// Lets edits through again. When this returns the sessions have taken in what was written.
    func letGo(_ hold: Service.VaultHold.Answer) async {
        guard let released = await answer(to: Service.VaultRelease(hold: hold.hold)), !released.wasHeld,
            hold.notes > 0
        else { return }
        complain(
            "Writing took longer than a note is held still. What was typed meanwhile may be in conflict.")
    }

    /// Leaves. A hold ends with it.
    func end() { client.close() }

    private func answer<Call: ServiceCall>(to call: Call, within limit: Duration? = nil) async -> Call.Answer?
    {
        do throws(NoteClientError) {
            return try await client.answer(to: call, within: limit)
        } catch {
            complain("The daemon was done without: \(error)")
            return nil
        }
    }
}
