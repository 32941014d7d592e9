// SPDX-License-Identifier: MIT
// Where a link leads.

public import NoteFiles

/// Where a link leads.
public enum LinkTarget: Hashable, Sendable {
    /// A file of the vault, a note or another; its path below the vault.
    case file(NotePath)
    /// A place in the note that the link is in.
    case within
    /// An address with a scheme, as `https:`, `mailto:` or `obsidian:`. Nobody looks whether it is there.
    case outside
    /// No file of the vault.
    case missing

    /// The file, where the link leads to one.
    public var file: NotePath? { if case .file(let path) = self { path } else { nil } }
}
