// SPDX-License-Identifier: MIT
// Which revisions of the Model Context Protocol are spoken.

/// A revision, by its date.
enum AgentRevision: String, CaseIterable, Sendable {
    /// Each request says for itself what it needs.
    case stateless = "2026-07-28"
    case november2025 = "2025-11-25"
    case june2025 = "2025-06-18"
    /// The one in which messages may come in batches.
    case march2025 = "2025-03-26"
    case november2024 = "2024-11-05"

    /// All of them, the newest first.
    static var names: [String] { allCases.map(\.rawValue) }

    /// The revision for a client that begins with `initialize` and names the newest that it speaks.
    static func agreed(with wanted: String) -> AgentRevision {
        guard let revision = AgentRevision(rawValue: wanted), revision != .stateless else {
            return .november2025
        }
        return revision
    }
}
