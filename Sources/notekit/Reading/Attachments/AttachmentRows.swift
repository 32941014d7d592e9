// SPDX-License-Identifier: MIT
// How the files of a note are listed.

internal import NoteJSON
internal import NoteKit
internal import NoteLibrary

/// Files for machines and for people, in display order.
struct AttachmentRows {
    private let rows: [(attachment: Attachment, words: AttachmentDescriptor)]

    init(_ attachments: [Attachment], _ store: AttachmentStore) {
        rows = attachments.map { ($0, store.descriptor(of: $0)) }
    }

    var json: [UInt8] {
        JSONWriter.document { json in
            json.array(rows) { json, row in
                json.object { json in
                    json.field("name", row.attachment.name)
                    json.field("size", row.attachment.size)
                    json.field("typeName", row.words.typeName)
                    json.field("detail", row.words.detail)
                    json.field("spoken", row.words.spoken)
                    json.field("available", row.attachment.isAvailable)
                }
            }
        }
    }

    var lines: [UInt8] {
        let names = rows.map { Excerpt.line(Array($0.attachment.name.utf8)) }
        let width = names.map(\.count).max() ?? 0
        let lines = zip(names, rows).map { name, row in
            name + String(repeating: " ", count: width - name.count + 2) + row.words.detail + "\n"
        }
        return Array(lines.joined().utf8)
    }
}
