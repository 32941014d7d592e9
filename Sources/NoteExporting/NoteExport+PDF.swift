// SPDX-License-Identifier: MIT
// The PDF form: what of a note is typeset, with the images of its vault.

public import NoteKit

extension NoteExport {
    /// The note as it is typeset: title, event date, body, drawing.
    ///
    /// - Parameters:
    ///   - note: The path of the note below its vault.
    ///   - vault: Where the images are that the note places.
    public func content(at note: NotePath, in vault: VaultFiles) -> NotePDFRenderer.Content {
        let names = PlacedNames(in: file)
        return NotePDFRenderer.Content(
            title: title, eventDate: eventDate, body: file, drawing: drawing,
            images: { name in
                guard let image = vault.file(name, names.style(of: name), from: note) else { return nil }
                return try vault.bytes(of: image)
            })
    }
}
