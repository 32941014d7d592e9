// SPDX-License-Identifier: MIT
// Which links of a note are written anew when files of its vault get other paths, and how: the one place that
// decides this.

internal import NoteKit

/// The names of a vault before and after files got other paths.
struct LinkRewriting: Sendable {
    let before: VaultNames
    let after: VaultNames
    /// The new paths of files that got one, by the old.
    let moves: [NotePath: NotePath]
    /// The keys of the links that may be concerned: those to the files by their old names, and those that would
    /// lead to them by their new ones.
    let keys: Set<String>

    init(_ before: VaultNames, moving moves: [NotePath: NotePath]) {
        self.before = before
        self.moves = moves
        keys = Set(moves.flatMap { [VaultNames.key(of: $0.key), VaultNames.key(of: $0.value)] })
        var after = before
        for old in moves.keys { after.remove(old) }
        for new in moves.values { after.insert(new) }
        self.after = after
    }

    /// What comes of the links of a note.
    struct Result: Hashable, Sendable {
        var edits: [LinkEdit] = []
        /// Links that would lead elsewhere or nowhere, and for which there is no way to write them.
        var unwritable: [Range<Int>] = []
    }

    /// The edits that keep each link leading where it leads.
    ///
    /// - Parameters:
    ///   - text: The note.
    ///   - note: Its path before.
    ///   - preferring: How targets were written before an earlier rename, by what they were replaced with.
    func result(
        for text: UnsafeBufferPointer<UInt8>, at note: NotePath, preferring: [[UInt8]: [UInt8]] = [:]
    ) -> Result {
        let tree = MarkdownTree(parsing: text)
        let moved = moves[note] ?? note
        guard let oldPlace = VaultPath(note), let place = VaultPath(moved) else { return Result() }
        let frontEnd = Frontmatter.range(in: text)?.upperBound ?? 0
        var result = Result()
        var seen: Set<Range<Int>> = []
        for link in tree.links(in: text) + tree.linkDefinitions(in: text) {
            guard link.kind != .url, !link.targetRange.isEmpty, seen.insert(link.targetRange).inserted,
                note != moved || mayBeConcerned(link, text),
                let file = before.target(of: link, in: text, from: note).file
            else { continue }
            let target = moves[file] ?? file
            guard let old = VaultPath(file), let new = VaultPath(target) else { continue }
            let written = WrittenLink(link, in: text, frontEnd: frontEnd)
            let manner = LinkManner(of: written.path, written.style, to: old, from: oldPlace)
            let isMoved = old.folder != new.folder || oldPlace.folder != place.folder
            let earlier = preferring[written.raw]
            let raw = earlier.flatMap { leads($0, written, to: target, moved) ? $0 : nil }
            if raw == nil, after.target(of: link, in: text, from: moved) == .file(target),
                !names(written, file, renamedTo: target),
                !isMoved || manner.fits(written.path, new, from: place)
            {
                continue
            }
            // What was written earlier leads elsewhere: its manner is kept all the same.
            let manners = [
                earlier.map { LinkManner(of: written.path(of: $0), written.style, to: new, from: place) },
                manner,
            ]
            let candidates = manners.lazy.compactMap { $0 }.flatMap { $0.paths(to: new, from: place) }
                .compactMap(written.written)
            if let new = raw ?? candidates.first(where: { leads($0, written, to: target, moved) }) {
                if new != written.raw {
                    result.edits.append(LinkEdit(range: link.targetRange, old: written.raw, new: new))
                }
            } else {
                result.unwritable.append(link.range)
            }
        }
        result.edits.sort { $0.range.lowerBound < $1.range.lowerBound }
        return proved(result, tree, text, note)
    }

    /// Whether a link of a note that stays where it is can lead to a file of one of the keys: a look at the name
    /// costs less than to find the file.
    private func mayBeConcerned(_ link: MarkdownLink, _ text: UnsafeBufferPointer<UInt8>) -> Bool {
        VaultNames.keys(of: link.target + (link.subpath(in: text) ?? ""), written: LinkStyle(link.kind))
            .contains(where: keys.contains)
    }

    /// The edits that write targets as they were before, by how they are written now.
    static func restoring(
        _ targets: [[UInt8]: [UInt8]], in text: UnsafeBufferPointer<UInt8>
    ) -> [LinkEdit] {
        let tree = MarkdownTree(parsing: text)
        let ranges = Set((tree.links(in: text) + tree.linkDefinitions(in: text)).map(\.targetRange))
        return ranges.sorted { $0.lowerBound < $1.lowerBound }.compactMap { range in
            let raw = Array(text[range])
            return targets[raw].map { LinkEdit(range: range, old: raw, new: $0) }
        }
    }

    private func leads(_ raw: [UInt8], _ written: WrittenLink, to file: NotePath, _ note: NotePath) -> Bool {
        after.target(of: written.target(of: raw) + written.subpath, written: written.style, from: note)
            == .file(file)
    }

    /// Whether a link that still leads to its file spells the old name: the new one may differ only in case.
    private func names(_ written: WrittenLink, _ file: NotePath, renamedTo new: NotePath) -> Bool {
        guard file != new, let old = VaultPath(file)?.names, let new = VaultPath(new)?.names,
            old.count == new.count
        else { return false }
        let written = written.path.split(separator: UInt8(ascii: "/"))
        for (depth, (name, (old, new))) in zip(written.reversed(), zip(old.reversed(), new.reversed()))
            .enumerated()
        where !old.elementsEqual(new) {
            if name.elementsEqual(old) || depth == 0 && name.elementsEqual(old.dropLast(3)) { return true }
        }
        return false
    }
}
