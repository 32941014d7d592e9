// SPDX-License-Identifier: MIT
// A note and what its document shows, for tables of tests.

import Testing

/// A note with the lines of its outline.
struct DocumentExample: Sendable, CustomTestStringConvertible {
    let name: String
    let source: String
    let outline: [String]
    var testDescription: String { name }

    init(_ name: String, _ source: String, _ outline: [String]) {
        (self.name, self.source, self.outline) = (name, source, outline)
    }
}
