// SPDX-License-Identifier: MIT
// Which properties a note has, and what is wrong with its front matter.

/// The properties of a note: the fields of its front matter, read as Obsidian reads them.
///
/// Front matter that is not YAML, is no mapping of names to values, or holds a second document has no properties,
/// but a problem. Values are read by the core schema of YAML 1.2: `yes`, `on` and dates are text, of which the
/// dates have types of their own. Lists and mappings inside values are read as their source and never touched;
/// anchors and tags are left alone, and an alias is the text that is written, so no note grows by them.
///
/// Reading takes time and memory in proportion to the front matter, whatever it holds.
public struct NoteProperties: Sendable {
    /// The properties in the order of the file. Where a name stands twice, both are here.
    public let properties: [NoteProperty]
    /// What is wrong, in the order of the file; the first hundred where more is.
    public let problems: [PropertyProblem]

    /// The bytes of the file that was read.
    let file: [UInt8]
    let frontmatter: Frontmatter?
    let pairs: [YAMLPair]
    /// Whether the names and values stand in braces.
    let isFlow: Bool
    /// Whether there is something to work with: nothing is wrong but a name that stands twice.
    let isYAML: Bool

    /// Reads the front matter of a note.
    ///
    /// - Parameter file: The bytes of the file, byte order mark included. Only the front matter is looked at.
    public init(of file: [UInt8]) {
        self.file = file
        let read = file.withUnsafeBufferPointer { bytes in
            let frontmatter = Frontmatter(in: bytes)
            return (frontmatter, Self.compose(frontmatter, of: bytes))
        }
        frontmatter = read.0
        switch read.1 {
        case .success(let composed):
            (pairs, isFlow, isYAML) = (composed.pairs, composed.isFlow, true)
            properties = composed.properties
            problems = Self.repetitions(in: composed.pairs)
        case .failure(let failure):
            (pairs, isFlow, isYAML) = ([], false, false)
            properties = []
            let message = "The front matter is no YAML that Obsidian would read: \(failure.reason)."
            problems = [PropertyProblem(line: failure.line, message: message)]
        }
    }

    /// The first property of a name; names are compared byte by byte.
    public subscript(key: String) -> NoteProperty? {
        properties.first { $0.key.utf8.elementsEqual(key.utf8) }
    }

    private struct Composed {
        var pairs: [YAMLPair] = []
        var isFlow = false
        var properties: [NoteProperty] = []
    }

    private static func compose(
        _ frontmatter: Frontmatter?, of file: UnsafeBufferPointer<UInt8>
    ) -> Result<Composed, YAMLFailure> {
        guard let range = frontmatter?.text, !range.isEmpty else { return .success(Composed()) }
        do throws(YAMLFailure) {
            let plain = UnsafeBufferPointer(rebasing: file[range])
            var covered: [UInt8] = []
            let cover = LineSignCover(covering: plain, into: &covered)
            guard cover != nil else { return .success(try compose(plain, at: range, of: file, cover: nil)) }
            return .success(
                try covered.withUnsafeBufferPointer { (yaml) throws(YAMLFailure) in
                    try compose(yaml, at: range, of: file, cover: cover)
                })
        } catch {
            return .failure(error)
        }
    }

    private static func compose(
        _ yaml: UnsafeBufferPointer<UInt8>, at range: Range<Int>, of file: UnsafeBufferPointer<UInt8>,
        cover: LineSignCover?
    ) throws(YAMLFailure) -> Composed {
        let composer = try YAMLComposer.composed(from: yaml, at: range, of: file, cover: cover)
        return Composed(
            pairs: composer.pairs, isFlow: composer.isFlow,
            properties: composer.pairs.map { NoteProperty($0, of: file) })
    }

    /// How many problems are told at most.
    private static let mostProblems = 100

    private static func repetitions(in pairs: [YAMLPair]) -> [PropertyProblem] {
        var lines: [[UInt8]: Int] = [:]
        var problems: [PropertyProblem] = []
        for pair in pairs {
            guard let first = lines[pair.key.text] else {
                lines[pair.key.text] = pair.line
                continue
            }
            problems.append(
                PropertyProblem(
                    line: pair.line, message: "The name in this line stands in line \(first) already."))
            if problems.count == mostProblems { break }
        }
        return problems
    }
}
