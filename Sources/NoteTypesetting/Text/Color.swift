// SPDX-License-Identifier: MIT
// The few colours of a typeset note, all on white.

/// A colour.
struct Color: Hashable {
    var red: Double
    var green: Double
    var blue: Double

    /// From a number such as 0x1A2B3C.
    init(_ code: UInt32) {
        red = Double(code >> 16 & 0xFF) / 255
        green = Double(code >> 8 & 0xFF) / 255
        blue = Double(code & 0xFF) / 255
    }

    static let text = Color(0x1F2328)
    static let quiet = Color(0x59636E)
    static let link = Color(0x0B57A4)
    static let rule = Color(0xC4CAD1)
    static let hairline = Color(0xDDE1E6)
    static let panel = Color(0xF4F5F7)
    static let codeTint = Color(0xEFF1F3)
    static let highlight = Color(0xFFF3B0)
    static let tagTint = Color(0xEAF0F8)
    static let headRow = Color(0xF4F5F7)
    static let bar = Color(0xC9CFD6)

    /// As a ground for text: a breath of it on white.
    var tint: Color {
        var color = self
        color.red = 1 - (1 - red) * 0.08
        color.green = 1 - (1 - green) * 0.08
        color.blue = 1 - (1 - blue) * 0.08
        return color
    }
}

extension Paint.Tint {
    var color: Color? {
        switch self {
        case .none: nil
        case .code: .codeTint
        case .highlight: .highlight
        case .tag: .tagTint
        }
    }

    /// How far the ground reaches beyond its text at both ends, in points.
    var padding: Double {
        switch self {
        case .none: 0
        case .highlight: 0.5
        case .code, .tag: Self.widest
        }
    }

    static let widest = 1.5
}
