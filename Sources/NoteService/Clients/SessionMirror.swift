// SPDX-License-Identifier: MIT
// What a client has been told of a note, so that it is told the rest, in its own unit.

internal import NoteKit

/// The text of a session as its client knows it.
///
/// For a client that counts in UTF-8 only the revision matters. One that counts in UTF-16 has its offsets put
/// over, for which the texts of the last revisions are at hand; they share what is alike.
struct SessionMirror: Sendable {
    private(set) var revision: Int
    private let offsets: TextOffsets
    private var texts: [(revision: Int, text: NoteText)] = []
    private static let most = 64

    init(_ snapshot: SessionSnapshot, offsets: TextOffsets) {
        revision = snapshot.revision
        self.offsets = offsets
        keep(snapshot.text)
    }

    /// The text of a revision that the client may speak of; nil for a client to which it does not matter.
    ///
    /// - Throws: `ProtocolError` with code `.staleRevision` where the client was told more than that since.
    func text(of revision: Int) throws(ProtocolError) -> NoteText? {
        guard offsets == .utf16 else { return nil }
        guard let known = texts.last(where: { $0.revision == revision }) else {
            throw ProtocolError(
                .staleRevision,
                "The edit was made on revision \(revision), of which the text is not known any more.")
        }
        return known.text
    }

    /// The client knows the text as it is at a moment.
    mutating func become(_ snapshot: SessionSnapshot) {
        guard snapshot.revision > revision else { return }
        revision = snapshot.revision
        keep(snapshot.text)
    }

    /// The client is told of changes that lead to a revision; answers them in its unit, one after the other. Nil
    /// where they do not fit what it knows.
    mutating func follow(_ changes: [NoteChange], to revision: Int) -> [ToldChange]? {
        self.revision = revision
        guard offsets == .utf16 else {
            return changes.map {
                ToldChange(start: $0.range.lowerBound, end: $0.range.upperBound, text: $0.text)
            }
        }
        guard var text = texts.last?.text else { return nil }
        var told: [ToldChange] = []
        for change in changes {
            guard text.isBoundary(change.range.lowerBound), text.isBoundary(change.range.upperBound) else {
                return nil
            }
            told.append(
                ToldChange(
                    start: offsets.told(change.range.lowerBound, in: text),
                    end: offsets.told(change.range.upperBound, in: text), text: change.text))
            text.replace(change.range, with: change.utf8)
        }
        keep(text)
        return told
    }

    private mutating func keep(_ text: NoteText) {
        guard offsets == .utf16 else { return }
        texts.append((revision, text))
        if texts.count > Self.most { texts.removeFirst(texts.count - Self.most) }
    }
}
