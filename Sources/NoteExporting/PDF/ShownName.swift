// SPDX-License-Identifier: MIT
// How names that a note holds are shown to a person.

/// Names in sentences.
enum ShownName {
    private static let longest = 200

    /// In one line without controls, and cut where it is as long as a text.
    static func of(_ text: String) -> String {
        var shown = String.UnicodeScalarView()
        for scalar in text.unicodeScalars.prefix(longest) {
            shown.append(scalar.properties.generalCategory == .control ? " " : scalar)
        }
        return String(shown) + (text.unicodeScalars.count > longest ? "…" : "")
    }
}
