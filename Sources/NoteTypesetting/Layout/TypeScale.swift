// SPDX-License-Identifier: MIT
// The sizes and distances of a typeset note, in points.

/// Sizes of type and the space around it.
enum TypeScale {
    /// One kind of text: its size, the distance of its baselines, and the space above and below.
    struct Step {
        var size: Double
        var pitch: Double
        var above: Double
        var below: Double
    }

    static let body = Step(size: 10.5, pitch: 14.7, above: 7, below: 7)
    static let code = Step(size: 8.9, pitch: 12.5, above: 8, below: 8)
    static let table = Step(size: 9.5, pitch: 13.2, above: 9, below: 9)
    static let note = Step(size: 9, pitch: 12.6, above: 4, below: 4)
    static let title = Step(size: 23, pitch: 29, above: 0, below: 3)
    static let date = Step(size: 10.5, pitch: 14.7, above: 0, below: 0)

    /// A heading of a level from 1.
    static func heading(_ level: Int) -> Step {
        switch level {
        case 1: Step(size: 18, pitch: 23.5, above: 22, below: 7)
        case 2: Step(size: 14.5, pitch: 19, above: 18, below: 6)
        case 3: Step(size: 12, pitch: 16, above: 15, below: 5)
        default: Step(size: 10.5, pitch: 14.7, above: 13, below: 4)
        }
    }

    /// How much smaller code is than the text around it: its letters are wide and tall.
    static let codeInText = 0.9
    /// A number that is raised: its size and its height, in parts of the text's size.
    static let raised = (size: 0.66, rise: 0.36)
    /// Between the items of a tight list.
    static let tightItem = 2.5
    /// The height of a bullet, in parts of the height of an x.
    static let bullet = 1 / 2.2
    static let listIndent = 18.0
    static let quoteIndent = 14.0
    static let panelPadding = 7.0
    /// Text is never made narrower than this by nesting.
    static let narrowest = 110.0
    /// Frames within more frames than this are not drawn.
    static let deepest = 12
}
