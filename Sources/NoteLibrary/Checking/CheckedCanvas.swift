// SPDX-License-Identifier: MIT
// What a canvas of Obsidian names (JSON Canvas 1.0).

internal import NoteFiles
internal import NoteJSON
internal import NoteKit

/// The files that a canvas shows.
struct CheckedCanvas {
    private(set) var findings: [LinkFinding] = []
    private(set) var named = NamedFiles()

    /// Reads a canvas. One that is no JSON names nothing: Obsidian shows nothing of it either.
    init(_ path: NotePath, _ bytes: [UInt8], in map: VaultMap) {
        do throws(JSONError) {
            guard case .object(let canvas) = try JSONValue(parsing: bytes),
                case .array(let nodes)? = canvas["nodes"]
            else { return }
            for case .object(let node) in nodes { read(node, of: path, in: map) }
        } catch {
            return
        }
    }

    private mutating func read(_ node: JSONObject, of path: NotePath, in map: VaultMap) {
        if case .string(let file)? = node["file"] {
            if let found = map.names.target(of: file, written: .wikilink, from: path).file {
                named.insert(found)
            } else {
                findings.append(LinkFinding(.deadLink, path, target: file, "'\(file)' leads to no file"))
            }
        }
        if case .string(let image)? = node["background"],
            let found = map.names.target(of: image, written: .wikilink, from: path).file
        {
            named.insert(found)
        }
        guard case .string(let text)? = node["text"] else { return }
        Array(text.utf8).withUnsafeBufferPointer { bytes in
            for link in MarkdownTree(parsing: bytes).links(in: bytes) {
                switch map.names.target(of: link, in: bytes, from: path) {
                case .file(let file): named.insert(file)
                case .missing where !map.isFolderOrForeign(link.target, from: path):
                    findings.append(
                        LinkFinding(.deadLink, path, target: link.target, "'\(link.target)' leads to no file")
                    )
                default: break
                }
            }
        }
    }
}
