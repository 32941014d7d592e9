// SPDX-License-Identifier: MIT
// SVG images that end or stall the program that draws them, made where they are needed.

internal import Testing

/// Images, some of which librsvg cannot stand, by name: their bytes would fill the log.
enum HostileSVG: String, CustomTestStringConvertible {
    case uses, masks, patterns, matrix, noise

    var testDescription: String { rawValue }

    var bytes: [UInt8] {
        switch self {
        case .uses: Self.useChain(30_000)
        case .masks: Self.maskChain(10_000)
        case .patterns: Self.patternChain(10_000)
        case .matrix: Self.badMatrix
        case .noise: Self.noiseImage
        }
    }

    private static func image(_ content: String) -> [UInt8] {
        Array(
            ("<svg xmlns='http://www.w3.org/2000/svg' xmlns:xlink='http://www.w3.org/1999/xlink' "
                + "width='100' height='100'>\(content)</svg>").utf8)
    }

    /// A rectangle behind a filter.
    private static func filtered(_ filter: String) -> [UInt8] {
        image("<filter id='f'>\(filter)</filter><rect width='100' height='100' filter='url(#f)'/>")
    }

    private static func useChain(_ depth: Int) -> [UInt8] {
        let links = (0..<depth).map { "<g id='a\($0)'><use xlink:href='#a\($0 + 1)'/></g>" }
        return image(links.joined() + "<g id='a\(depth)'><rect width='9' height='9'/></g>")
    }

    static func maskChain(_ depth: Int) -> [UInt8] {
        let rect = "<rect width='100' height='100' fill='white'"
        let masks = (0..<depth).map { "<mask id='m\($0)'>\(rect) mask='url(#m\($0 + 1))'/></mask>" }
        return image(masks.joined() + "<mask id='m\(depth)'>\(rect)/></mask>" + "\(rect) mask='url(#m0)'/>")
    }

    private static func patternChain(_ depth: Int) -> [UInt8] {
        let patterns = (0..<depth).map {
            "<pattern id='p\($0)' width='1' height='1'><rect width='100' height='100' fill='url(#p\($0 + 1))'/></pattern>"
        }
        return image(patterns.joined() + "<rect width='100' height='100' fill='url(#p0)'/>")
    }

    /// The matrix is not as large as it says to the library behind librsvg, which panics.
    private static let badMatrix = filtered(
        "<feConvolveMatrix order='1000' kernelMatrix='" + String(repeating: "1 ", count: 1_000_000) + "'/>")

    /// Noise that takes hours.
    private static let noiseImage = filtered("<feTurbulence numOctaves='100000' baseFrequency='0.1'/>")

    static let goodImage = image("<rect width='100' height='100'/><text y='50' fill='white'>Words</text>")
}
