// SPDX-License-Identifier: MIT
// Which open notes stand still for an operation, and from when to when.

internal import NoteFiles
internal import NoteKit

/// The notes that an operation writes, held still while this lives.
///
/// It is made once the plan is, and no other process is waited for any more: nobody is held up by what takes long.
struct OperationHold: ~Copyable {
    /// Who holds notes still.
    typealias Holder = @Sendable (NotePath) -> NoteHold

    private let vault: NotePath
    private let holder: Holder
    /// From the root; nil where nothing is written that anybody may have open.
    private let place: NotePath?
    private var hold: NoteHold
    private var isWriting = false
    private let notify: @Sendable (LibraryError) -> Void

    /// - Parameter place: Below which everything lies that is written, as a path in the vault.
    init(
        _ place: NotePath?, in vault: NotePath, by holder: @escaping Holder,
        notify: @escaping @Sendable (LibraryError) -> Void
    ) {
        self.vault = vault
        self.holder = holder
        self.notify = notify
        self.place = place.map { $0 == .top ? vault : vault.appending($0) }
        hold = self.place.map { holder($0) } ?? .none
    }

    deinit {
        let wasHeld = hold.end()
        guard isWriting, !wasHeld else { return }
        notify(
            LibraryError(
                .unsaved, vault,
                "The change of '\(vault)' took longer than open notes are held still: what was typed in them "
                    + "meanwhile may be in conflict with it. Nothing of either is lost."))
    }

    /// Whether anybody has a note open there.
    var isOfOpenNotes: Bool { hold.count > 0 }

    /// The notes that must not be written, as paths in the vault.
    var unsaved: Set<NotePath> { Set(hold.unsaved.compactMap { $0.moved(from: vault, to: .top) }) }

    /// To be called before anything is written. A hold that may be over by then is asked for once more: what is typed in
    /// between is saved first, and whoever plans meets it as a change.
    mutating func beginWriting() {
        if let place, hold.mayBeOver() {
            hold.end()
            hold = holder(place)
        }
        isWriting = isOfOpenNotes
    }
}

extension VaultOperation {
    /// The deepest path at or below which all notes lie that this writes, moves or removes, as they are called before
    /// it; nil where there is none.
    var placeOfNotes: NotePath? {
        let moves = pathMoves
        let places = steps.enumerated().compactMap { index, step -> NotePath? in
            switch step.action {
            case .makeFolder, .removeFolder, .relink: return nil
            // A folder, or a note. What is staged nobody has open.
            case .move(let path, _, _):
                return HiddenName.isStaged(path.name) ? nil : moves.origin(of: path, before: index)
            case .edit(let path, _, _), .removeFile(let path):
                return NotesFolder.isNote(path) ? moves.origin(of: path, before: index) : nil
            }
        }
        guard let first = places.first else { return nil }
        return places.dropFirst().reduce(first) { place, path in
            var place = place
            while path != place, !path.isBelow(place), place != place.folder { place = place.folder }
            return place
        }
    }
}
