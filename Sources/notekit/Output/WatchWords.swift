// SPDX-License-Identifier: MIT
// How a watch is told: to programs and to people.

internal import NoteJSON
internal import NoteKit
internal import NoteProgram

/// What is printed of a watch.
protocol WatchWords {
    /// What is printed when everything is watched.
    func ready(notes: Int, folders: Int, _ degraded: [WatchDegradation]) -> [UInt8]
    /// What is printed of a batch; nothing is nothing.
    func batch(_ batch: FolderBatch) -> [UInt8]
}

/// One JSON object a line.
struct WatchLines: WatchWords {
    let vault: NotePath

    func ready(notes: Int, folders: Int, _ degraded: [WatchDegradation]) -> [UInt8] {
        JSONWriter.document { json in
            json.object { json in
                json.field("ready", true)
                json.field("vault", vault.description)
                json.field("notes", notes)
                json.field("folders", folders)
                Self.field(degraded, &json)
            }
        }
    }

    func batch(_ batch: FolderBatch) -> [UInt8] {
        JSONWriter.document { json in
            json.object { json in
                json.field("batch") { json in
                    json.array(batch.changes) { json, change in
                        json.object { json in
                            json.field("type", change.word)
                            json.field("path", change.path.description)
                            if let from = change.origin { json.field("from", from.description) }
                        }
                    }
                }
                Self.field(batch.degraded, &json)
            }
        }
    }

    private static func field(_ degraded: [WatchDegradation], _ json: inout JSONWriter) {
        json.field("degraded") { json in
            json.array(degraded) { json, hindrance in
                json.object { json in
                    json.field("reason", hindrance.reason.description)
                    json.field("detail", hindrance.detail)
                    if let path = hindrance.path { json.field("path", path.description) }
                }
            }
        }
    }
}

extension WatchTable: WatchWords {}
