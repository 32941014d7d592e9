// SPDX-License-Identifier: MIT
// JSON that the program printed, read by a reader that is not ours.

import Foundation
import Testing

/// A JSON object as Foundation reads it.
struct Answer {
    let fields: [String: Any]

    /// Reads one object and nothing else.
    init(_ text: String) throws {
        fields = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    }

    subscript(_ name: String) -> String? { fields[name] as? String }
    func number(_ name: String) -> Int? { (fields[name] as? NSNumber)?.intValue }
    func isNull(_ name: String) -> Bool { fields[name] is NSNull }
    func list(_ name: String) -> [[String: Any]] { fields[name] as? [[String: Any]] ?? [] }
    func object(_ name: String) -> [String: Any] { fields[name] as? [String: Any] ?? [:] }
}
