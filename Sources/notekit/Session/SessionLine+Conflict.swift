// SPDX-License-Identifier: MIT
// How `notekit session` spells a conflict.

internal import NoteJSON
internal import NoteKit

extension SessionLine {
    /// The sides of a conflict as they are shown, and the proposed merge; nil when it is over.
    static func conflict(_ conflict: NoteConflict?, _ revision: Int) -> [UInt8] {
        line { json in
            json.field("conflict") { json in
                guard let conflict else { return json.null() }
                let texts = Texts(conflict)
                json.object { json in
                    json.field("base", texts.base?.text)
                    json.field("mine", texts.mine?.text)
                    json.field("theirs", texts.theirs?.text)
                    json.field("merged", texts.merged?.text)
                    json.field("spans") { json in
                        json.array(conflict.merge?.conflicts ?? []) { json, span in
                            write(span, of: texts, to: &json)
                        }
                    }
                    json.field("deleted", conflict.theirs == nil)
                    json.field("token", conflict.token.description)
                }
            }
            json.field("revision", revision)
        }
    }

    /// The texts of a conflict; nil where there is none, or it is not UTF-8.
    private struct Texts {
        let base: NoteText?
        let mine: NoteText?
        let theirs: NoteText?
        let merged: NoteText?

        init(_ conflict: NoteConflict) {
            (base, mine) = (Self.text(conflict.base), Self.text(conflict.mine))
            (theirs, merged) = (Self.text(conflict.theirs), Self.text(conflict.merge?.bytes))
        }

        private static func text(_ bytes: [UInt8]?) -> NoteText? {
            guard let bytes else { return nil }
            do throws(UnreadableText) {
                return try NoteText(bytes: bytes)
            } catch {
                return nil
            }
        }
    }

    private static func write(_ span: MergeSpan, of texts: Texts, to json: inout JSONWriter) {
        json.object { json in
            write(span.merged, of: texts.merged, to: &json)
            for (name, range, text) in [
                ("base", span.base, texts.base), ("mine", span.mine, texts.mine),
                ("theirs", span.theirs, texts.theirs),
            ] {
                json.field(name) { json in json.object { json in write(range, of: text, to: &json) } }
            }
        }
    }

    /// Writes a range of a file as offsets of the text that is shown of it.
    private static func write(_ range: Range<Int>, of text: NoteText?, to json: inout JSONWriter) {
        json.field("start", text.map { shown(range.lowerBound, in: $0) })
        json.field("end", text.map { shown(range.upperBound, in: $0) })
    }

    private static func shown(_ offset: Int, in text: NoteText) -> Int {
        do throws(NoteTextError) {
            return try text.offset(inFile: offset)
        } catch {
            // Inside a mark or a CRLF: what is shown of that begins or ends in front of it.
            return offset > 0 ? shown(offset - 1, in: text) : 0
        }
    }
}
