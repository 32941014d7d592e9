// SPDX-License-Identifier: MIT
// What a store did by itself and somebody should know.

public import NoteFiles

/// Something that happened to what is remembered, in words for a person.
public struct StoreNotice: Hashable, Sendable, CustomStringConvertible {
    /// Where the damaged file lies now; nil when nothing was set aside.
    public let setAside: NotePath?
    /// A sentence: what happened, what was recovered, and what is still safe. Never note text.
    public let description: String

    init(setAside: NotePath?, _ description: String) {
        self.setAside = setAside
        self.description = description
    }
}
