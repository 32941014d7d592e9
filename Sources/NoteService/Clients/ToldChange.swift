// SPDX-License-Identifier: MIT
// How a client is told what was replaced in a text.

/// A change of a text, as a client is told.
struct ToldChange: ProtocolObject {
    static let members: [Member<ToldChange>] = [
        Member("start", "Where the replaced range begins, in the text before this change.") { $0.start },
        Member("end", "Where it ends.") { $0.end },
        Member("text", "What stands there now.") { $0.text },
    ]

    let start: Int
    let end: Int
    let text: String
}
