// SPDX-License-Identifier: MIT
// How versions are listed.

internal import NoteJSON
internal import NoteKit
internal import NoteStore

/// Versions for machines and for people, the newest first.
struct HistoryList {
    private let versions: [StoredVersion]

    init(_ versions: [StoredVersion]) { self.versions = versions }

    func output(_ isJSON: Bool) -> [UInt8] { isJSON ? array : lines }

    private var array: [UInt8] {
        JSONWriter.document { json in
            json.array(versions) { json, version in
                json.object { json in
                    json.field("id", version.id)
                    json.field("title", version.title)
                    json.field("edited", version.edited.map { Timestamp.exact($0) })
                    json.field("captured", Timestamp.exact(version.captured))
                    json.field("reason", version.reason.description)
                }
            }
        }
    }

    private var lines: [UInt8] {
        let format = Timestamp.localFormat
        let rows = versions.map { version in
            [
                version.id, Timestamp.text(version.captured, format),
                version.edited.map { Timestamp.text($0, format) } ?? "-", version.reason.description,
            ]
        }
        let widths = (0..<4).map { column in rows.map { $0[column].count }.max() ?? 0 }
        var text = ""
        for (row, version) in zip(rows, versions) {
            for (word, width) in zip(row, widths) {
                text += word + String(repeating: " ", count: width - word.count + 2)
            }
            text += version.title + "\n"
        }
        return Array(text.utf8)
    }
}
