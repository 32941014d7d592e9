// SPDX-License-Identifier: MIT
// Waiting for something that another thread or program does.

import Testing

/// Returns as soon as a condition holds; records an issue when it does not come to hold at all.
func eventually(
    _ what: Comment, sourceLocation: SourceLocation = #_sourceLocation,
    _ condition: () async throws -> Bool
) async throws {
    let clock = ContinuousClock()
    let end = clock.now + .seconds(600)
    while clock.now < end {
        if try await condition() { return }
        await Task.yield()
    }
    Issue.record("did not come: \(what)", sourceLocation: sourceLocation)
}
