// SPDX-License-Identifier: MIT
// What of a canvas of Obsidian (JSON Canvas 1.0) is written anew when files of its vault get other paths.

internal import NoteJSON
internal import NoteKit

/// The canvases of a vault, when files get other paths: the file of a card and the background of a group are
/// paths from the vault's top, and the writing on a card has links as a note has. Nothing else of a canvas
/// changes, not even how an escape is written.
struct CanvasRewriting {
    let rewriting: LinkRewriting

    /// Whether a file is a canvas.
    static func isCanvas(_ path: NotePath) -> Bool { VaultNames.key(of: path).hasSuffix(".canvas") }

    /// The edits that keep each card showing what it shows; nil where the canvas is no JSON, as far as we can
    /// read it: other readers are less strict.
    ///
    /// - Parameters:
    ///   - bytes: The canvas.
    ///   - canvas: Its path before.
    func result(for bytes: [UInt8], at canvas: NotePath) -> LinkRewriting.Result? {
        do throws(JSONError) {
            return proved(bytes, try JSONSpelling.strings(in: bytes), canvas)
        } catch {
            return nil
        }
    }

    private func proved(
        _ bytes: [UInt8], _ strings: [JSONSpelling], _ canvas: NotePath
    ) -> LinkRewriting.Result {
        var result = LinkRewriting.Result()
        var expected: [[UInt8]] = []
        for string in strings {
            let found = self.result(for: string, at: canvas)
            expected.append(string.text.withUnsafeBufferPointer { found.edits.applied(to: $0) })
            result.edits += found.edits.map { edit in
                let (range, new) = string.edit(replacing: edit.range, with: edit.new, in: bytes)
                return LinkEdit(range: range, old: Array(bytes[range]), new: new)
            }
            result.unwritable += found.unwritable.map {
                string.edit(replacing: $0, with: Array(string.text[$0]), in: bytes).range
            }
        }
        guard !result.edits.isEmpty, !holds(expected, bytes.withUnsafeBufferPointer(result.edits.applied))
        else { return result }
        result.unwritable += result.edits.map(\.range)
        result.edits = []
        return result
    }

    /// What becomes of one string, in bytes of what it means.
    private func result(for string: JSONSpelling, at canvas: NotePath) -> LinkRewriting.Result {
        switch string.names {
        case ["nodes", "text"]:
            return string.text.withUnsafeBufferPointer { rewriting.result(for: $0, at: canvas) }
        case ["nodes", "file"], ["nodes", "background"]:
            guard !string.text.contains(0), let new = rewriting.moves[NotePath(bytes: string.text)] else {
                break
            }
            let whole = 0..<string.text.count
            guard String(validating: new.bytes, as: UTF8.self) != nil else {
                return LinkRewriting.Result(unwritable: [whole])
            }
            return LinkRewriting.Result(edits: [LinkEdit(range: whole, old: string.text, new: new.bytes)])
        default: break
        }
        return LinkRewriting.Result()
    }

    /// Whether an edited canvas says what it should, and nothing else.
    private func holds(_ expected: [[UInt8]], _ edited: [UInt8]) -> Bool {
        do throws(JSONError) {
            return try JSONSpelling.strings(in: edited).map(\.text) == expected
        } catch {
            return false
        }
    }
}
