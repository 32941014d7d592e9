// SPDX-License-Identifier: MIT
// A note that was typeset, read back with programs that know nothing of us.

import Foundation
import NoteTypesetting

/// A PDF file of a note, in a folder that goes when it does.
final class TypesetNote {
    let bytes: [UInt8]
    let report: NotePDFReport
    private let folder: URL

    private var file: String { folder.appendingPathComponent("note.pdf").path }

    init(
        _ body: String, title: String = "", date: String? = nil, drawing: String? = nil,
        options: NotePDFRenderer.Options = NotePDFRenderer.Options(), by workers: NotePDFWorkers? = nil,
        images: @escaping NotePDFRenderer.Content.Images = { _ in nil }
    ) throws {
        let content = NotePDFRenderer.Content(
            title: title, eventDate: date, body: Array(body.utf8), drawing: drawing.map { Array($0.utf8) },
            images: images)
        (bytes, report) =
            try workers?.render(content) ?? NotePDFRenderer(options: options).render(content)
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("typeset-" + UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data(bytes).write(to: URL(fileURLWithPath: file))
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    // MARK: Reading

    /// What `qpdf --check` finds: empty when all is well.
    func faults() throws -> String {
        let (output, status) = try Self.run("qpdf", ["--check", file])
        return status == 0 ? "" : String(decoding: output, as: UTF8.self)
    }

    /// The text in reading order, with form feeds between pages.
    func text(_ options: String...) throws -> String {
        String(decoding: try Self.run("pdftotext", options + [file, "-"]).output, as: UTF8.self)
    }

    /// The text without blanks, line breaks and signs of direction, in compatible characters.
    func letters() throws -> String {
        try text().precomposedStringWithCompatibilityMapping.unicodeScalars.filter {
            !$0.properties.isWhitespace && !(0x2028...0x202E).contains($0.value)
        }.reduce(into: "") { $0.unicodeScalars.append($1) }
    }

    func information(_ options: String...) throws -> String {
        String(decoding: try Self.run("pdfinfo", options + [file]).output, as: UTF8.self)
    }

    func fonts() throws -> [[Substring]] {
        String(decoding: try Self.run("pdffonts", [file]).output, as: UTF8.self)
            .split(separator: "\n").dropFirst(2).map { $0.split(separator: " ") }
    }

    struct Word {
        var page: Int
        var text: String
        var box: CGRect
    }

    /// All words with their boxes, from the upper left corner.
    func words() throws -> [Word] {
        let markup = String(decoding: try Self.run("pdftotext", ["-bbox", file, "-"]).output, as: UTF8.self)
        var page = 0
        var words: [Word] = []
        for line in markup.split(separator: "\n") {
            if line.contains("<page ") { page += 1 }
            guard line.contains("<word ") else { continue }
            let parts = line.split(separator: "\"")
            let numbers = [1, 3, 5, 7].compactMap { Double(parts[$0]) }
            let text = parts[8].dropFirst().prefix { $0 != "<" }
            words.append(
                Word(
                    page: page, text: String(text),
                    box: CGRect(
                        x: numbers[0], y: numbers[1], width: numbers[2] - numbers[0],
                        height: numbers[3] - numbers[1])))
        }
        return words
    }

    struct Link {
        var page: Int
        /// From the upper left corner.
        var box: CGRect
        var address: String?
        var destination: String?
    }

    /// All objects, as qpdf writes them.
    func objects() throws -> [String: Any] {
        let json = try Self.run("qpdf", ["--json=2", "--json-key=qpdf", file]).output
        let top = try JSONSerialization.jsonObject(with: json) as? [String: Any]
        return (top?["qpdf"] as? [Any])?.last as? [String: Any] ?? [:]
    }

    func outline() throws -> [[String: Any]] {
        let json = try Self.run("qpdf", ["--json=2", "--json-key=outlines", file]).output
        return (try JSONSerialization.jsonObject(with: json) as? [String: Any])?["outlines"]
            as? [[String: Any]]
            ?? []
    }

    func links() throws -> [Link] {
        let objects = try objects()
        func value(_ reference: Any?) -> [String: Any] {
            let name = "obj:" + (reference as? String ?? "")
            return (objects[name] as? [String: Any])?["value"] as? [String: Any] ?? [:]
        }
        let root = value(((objects["trailer"] as? [String: Any])?["value"] as? [String: Any])?["/Root"])
        let pages = value(root["/Pages"])["/Kids"] as? [String] ?? []
        var links: [Link] = []
        for (number, page) in pages.enumerated() {
            let page = value(page)
            let height = ((page["/MediaBox"] as? [NSNumber])?[3]).map(\.doubleValue) ?? 0
            for annotation in page["/Annots"] as? [String] ?? [] {
                let link = value(annotation)
                guard let points = (link["/QuadPoints"] as? [NSNumber])?.map(\.doubleValue) else { continue }
                let (left, right) = (min(points[0], points[4]), max(points[0], points[4]))
                let (low, high) = (min(points[1], points[5]), max(points[1], points[5]))
                links.append(
                    Link(
                        page: number + 1,
                        box: CGRect(x: left, y: height - high, width: right - left, height: high - low),
                        address: (link["/A"] as? [String: Any])?["/URI"].map {
                            "\($0)".replacing("u:", with: "")
                        },
                        destination: link["/Dest"].map { "\($0)" }))
            }
        }
        return links
    }

    /// A page in grey, a byte a point, rows from the top.
    func ink(page: Int) throws -> (width: Int, rows: [[UInt8]]) {
        let output = try Self.run(
            "pdftoppm", ["-r", "72", "-gray", "-f", "\(page)", "-l", "\(page)", file]
        ).output
        let header = output.split(separator: 0x0A, maxSplits: 3, omittingEmptySubsequences: false)
        let size = String(decoding: header[1], as: UTF8.self).split(separator: " ").compactMap { Int($0) }
        let pixels = Array(header[3])
        return (size[0], (0..<size[1]).map { Array(pixels[($0 * size[0])..<(($0 + 1) * size[0])]) })
    }

    /// The page as an image file: `png` or `jpeg`.
    func image(_ format: String, dotsPerInch: Int = 72) throws -> [UInt8] {
        Array(
            try Self.run("pdftoppm", ["-\(format)", "-r", "\(dotsPerInch)", "-f", "1", "-l", "1", file])
                .output)
    }

    private static func run(_ program: String, _ arguments: [String]) throws -> (output: Data, status: Int32)
    {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [program] + arguments
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = pipe
        try process.run()
        let output = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (output, process.terminationStatus)
    }
}
