// SPDX-License-Identifier: MIT
// Waiting for something that another task does.

import Testing

/// Returns as soon as a condition holds; records an issue when it does not come to hold at all.
func eventually(
    _ what: Comment, sourceLocation: SourceLocation = #_sourceLocation, _ condition: () -> Bool
) async {
    let clock = ContinuousClock()
    let end = clock.now + .seconds(600)
    while clock.now < end {
        if condition() { return }
        await Task.yield()
    }
    Issue.record("did not come: \(what)", sourceLocation: sourceLocation)
}
