// SPDX-License-Identifier: MIT
// What is taken for an SVG.

import Foundation
import Testing

@testable import NoteTypesetting

@Suite("What is given to librsvg")
struct SVGKindTests {
    @Test(
        "is all that it would read, and nothing else",
        arguments: [
            ("<svg/>", true), ("\u{FEFF}\n <svg/>", true), ("L<!DOCTYPE svg", true), ("xx <svg>", true),
            ("GIF89a<", false), ("RIFF....WEBP<", false), ("", false), ("no picture", false),
        ])
    func kinds(text: String, isGiven: Bool) {
        #expect(VectorImage.mayBeSVG(Array(text.utf8)) == isGiven)
        #expect(
            !isGiven || VectorImage.mayBeSVG(Array(text.data(using: .utf16) ?? Data()))
                || !text.hasPrefix("<"))
    }
}
