// SPDX-License-Identifier: MIT
// A page of a PDF as a person sees it, painted by poppler.

import Testing

/// The pixels of one page, one for each point, and the words on it.
struct PageImage {
    let width: Int
    let height: Int
    private let pixels: [UInt8]

    /// Paints a page of a file in a terminal's folder.
    init(of file: String, page: Int = 1, in terminal: Terminal) async throws {
        let answer = try await terminal.type(
            "pdftoppm -r 72 -f \(page) -l \(page) -singlefile '\(file)' .page")
        try #require(answer.code == 0, "\(answer)")
        let bytes = try terminal.bytes(of: ".page.ppm")
        // P6, width, height, depth, then three bytes for each pixel.
        var header: [Int] = []
        var at = 2
        while header.count < 3 {
            let digits = bytes[at...].drop { $0 < 0x30 }.prefix { $0 >= 0x30 }
            header.append(try #require(Int(String(decoding: digits, as: UTF8.self))))
            at = digits.endIndex
        }
        (width, height) = (header[0], header[1])
        pixels = Array(bytes[(at + 1)...])
        try #require(pixels.count == width * height * 3)
    }

    /// Red, green and blue.
    func color(_ x: Int, _ y: Int) -> [UInt8] { Array(pixels[(y * width + x) * 3..<(y * width + x) * 3 + 3]) }

    /// Whether nothing is painted here.
    func isPaper(_ x: Int, _ y: Int) -> Bool { color(x, y) == [255, 255, 255] }

    /// The rows that hold a pixel of a sort.
    func rows(where matches: ([UInt8]) -> Bool) -> [Int] {
        (0..<height).filter { y in (0..<width).contains { matches(color($0, y)) } }
    }

    /// The rows on which something goes from margin to margin without a gap.
    var ruledRows: [Int] { (0..<height).filter { y in (80..<width - 80).allSatisfy { !isPaper($0, y) } } }

    /// Whether anything is painted in the margins of one inch, of which a point more is allowed.
    var hasCleanMargins: Bool {
        (0..<height).allSatisfy { y in
            (0..<width).allSatisfy { x in
                (71..<width - 71).contains(x) && (71..<height - 71).contains(y) || isPaper(x, y)
            }
        }
    }
}
