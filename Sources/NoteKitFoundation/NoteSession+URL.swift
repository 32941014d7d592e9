// SPDX-License-Identifier: MIT
// A session of a note by its URL.

public import Foundation
public import NoteKit

extension NoteSession {
    /// A session of the file behind a URL. Touches nothing until `open()`.
    ///
    /// - Parameters:
    ///   - url: Any file URL of the note; it need not be there yet, its folder must.
    ///   - options: How to work, where this handle is the first on the file.
    /// - Returns: Nil where the URL names no file: see `NotePath.init(_:)`.
    public convenience init?(url: URL, options: SessionOptions = SessionOptions()) {
        guard let path = NotePath(url) else { return nil }
        self.init(at: path, options: options)
    }
}
