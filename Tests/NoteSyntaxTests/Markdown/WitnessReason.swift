// SPDX-License-Identifier: MIT
// One reason why another parser of Markdown finds something else than ours, as data.

import Foundation
import Testing

/// One entry of `Fixtures/witnesses/reasons.json`; `Fixtures/witnesses/ORIGIN.md` tells what its fields say.
struct WitnessReason: Decodable, Sendable, CustomTestStringConvertible {
    var witness: String
    var reason: String
    var right: String
    var by: String
    var example: String
    var ours: String
    var theirs: String
    var testDescription: String { "\(witness): \(reason)" }

    static func all() throws -> [WitnessReason] {
        try JSONDecoder().decode([WitnessReason].self, from: Fixture.data("witnesses/reasons.json"))
    }
}
