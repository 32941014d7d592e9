// SPDX-License-Identifier: MIT
// What a session says of itself.

/// What is the matter with an open note.
public enum SessionStatus: Hashable, Sendable {
    /// It is being read.
    case loading
    /// It is open, with nothing unsaved.
    case ready
    /// Edits wait to be written.
    case editing
    /// The edits are written.
    case saved
    /// It was changed elsewhere under unsaved edits. Nothing is written until that is resolved.
    case changedElsewhere
    /// It was deleted elsewhere, or never there, and nothing is unsaved. An edit makes it again.
    case missing
    /// Reading or writing failed, with a sentence why. Edits are kept, and it is tried again.
    case failed(String)
    /// The file is not UTF-8 text, with a sentence where. It is never rewritten.
    case unreadable(String)

    /// The name of the status, as the protocol spells it.
    public var name: String {
        switch self {
        case .loading: "loading"
        case .ready: "ready"
        case .editing: "editing"
        case .saved: "saved"
        case .changedElsewhere: "changedElsewhere"
        case .missing: "missing"
        case .failed: "failed"
        case .unreadable: "unreadable"
        }
    }

    /// The sentence that comes with it, where one does.
    public var message: String? {
        switch self {
        case .failed(let message), .unreadable(let message): message
        default: nil
        }
    }
}
