// SPDX-License-Identifier: MIT
// Which notes hang together: backlinks, links that lead nowhere, notes that nothing leads to or from.

public import NoteFiles
public import NoteKit

extension SearchIndex {
    /// The links that lead to a file, ordered by note and place.
    ///
    /// - Parameters:
    ///   - file: A note or another file of the vault.
    ///   - names: The files of the vault, which say where each link leads.
    public func backlinks(to file: NotePath, among names: VaultNames) throws(FileError) -> [IndexedLink] {
        try links(toKey: VaultNames.key(of: file)).filter { $0.target(among: names).file == file }
    }

    /// The links of the vault that lead to no file, ordered by note and place.
    public func unresolvedLinks(among names: VaultNames) throws(FileError) -> [IndexedLink] {
        try links().filter { $0.target(among: names) == .missing }
    }

    /// The notes that no other note links to and that link to no other file, ordered by path.
    public func orphans(among names: VaultNames) throws(FileError) -> [NotePath] {
        var connected: Set<NotePath> = []
        for link in try links() {
            guard let file = link.target(among: names).file, file != link.note else { continue }
            connected.insert(link.note)
            connected.insert(file)
        }
        return try view().entries.filter {
            $0.facts.state != .unreadable && !connected.contains($0.path)
        }
        .map(\.path)
    }
}
