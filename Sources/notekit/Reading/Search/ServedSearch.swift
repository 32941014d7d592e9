// SPDX-License-Identifier: MIT
// How the daemon that has a vault open spares a command its look at all files of the vault.

internal import NoteKit
internal import NoteProgram
internal import NoteProtocol
internal import NoteStore

/// The notes that hold what is looked for, as the daemon found them a moment ago.
///
/// The daemon follows the vault, so its index knows all that happened on the disk before it was asked. It names the
/// notes only: what is printed of them is read from their files, so that it is what a command that works alone prints.
struct ServedSearch {
    /// What holds for every command that searches, for the help of each.
    static let discussion =
        "Where notekitd has just this folder open, it names the notes, as it knows all that has happened in the vault, "
        + "and no look at all files is needed; the answer is the same. It is not asked for a QUERY that no index "
        + "helps with, and where it finds more than \(Count.grouped(most)) notes or is hindered the look is made all the "
        + "same. A daemon that does not answer is told on the standard error, and done without."

    /// How many notes are asked for. Of a search that finds more, reading them is the work, and not the look that is
    /// spared; and what the daemon has read of them by then is read again.
    private static let most = 200
    /// How long is waited: it lives, and may have much to read.
    private static let patience = Duration.seconds(10)

    /// The notes below the vault in the order in which they are shown, with whether their titles hold it.
    let notes: [(path: NotePath, isInTitle: Bool)]
    private let answer: Service.VaultSearch.Answer

    /// What the command says of the notes that are left out.
    func tell() {
        guard let first = answer.firstUnreadable else { return }
        VaultIndexing.tell(unreadable: answer.unreadable, as: first)
    }

    /// Asks the daemon.
    ///
    /// - Parameters:
    ///   - query: What is looked for.
    ///   - vault: The folder, as it was typed.
    /// - Returns: Nil where the command has to look itself: no daemon has just this folder open; no index can narrow
    ///   the query, so that every note is read in any case; or the daemon does not know all. That it does not answer is
    ///   told on the standard error.
    static func hits(of query: SearchQuery, in vault: NotePath) -> ServedSearch? {
        guard query.isForIndex, let folder = vault.realFolder else { return nil }
        do throws(DaemonFailure) {
            guard let daemon = try Daemon.running() else { return nil }
            defer { daemon.client.close() }
            let vaults = try daemon.answer(to: Service.VaultList()).vaults
            guard let known = vaults.first(where: { NotePath(shown: $0.path) == folder }) else { return nil }
            let answer = try daemon.answer(to: request(query, in: known.vault), within: patience)
            return ServedSearch(answer)
        } catch {
            // What it refuses is looked for alone, and refused there if it has to be.
            if error.word == nil { Daemon.tellDoneWithout(error.description) }
            return nil
        }
    }

    private static func request(_ query: SearchQuery, in vault: String) -> Service.VaultSearch {
        Service.VaultSearch(
            vault: vault, query: String(decoding: query.text, as: UTF8.self),
            regex: query.options.contains(.regularExpression),
            ignoreMarks: query.options.contains(.ignoringMarks),
            folder: query.folder.flatMap { $0 == NotePath(".") ? nil : $0.description }, limit: most,
            matches: 1)
    }

    /// Nil where a look may find more, or has more to tell.
    private init?(_ answer: Service.VaultSearch.Answer) {
        guard !answer.isCut, answer.outside == 0, answer.degraded.isEmpty else { return nil }
        var notes: [(path: NotePath, isInTitle: Bool)] = []
        for hit in answer.results {
            guard let path = NotePath(shown: hit.path) else { return nil }
            notes.append((path, hit.isInTitle))
        }
        self.notes = notes
        self.answer = answer
    }
}
