// SPDX-License-Identifier: MIT
// How a watch is told: to programs and to people.

internal import NoteJSON
internal import NoteKit

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

/// A line for each change.
struct WatchTable: WatchWords {
    func ready(notes: Int, folders: Int, _ degraded: [WatchDegradation]) -> [UInt8] {
        Array(
            "watching \(Count.of(notes, "note")) in \(Count.of(folders, "folder"))\n".utf8)
    }

    func batch(_ batch: FolderBatch) -> [UInt8] {
        var text: [UInt8] = []
        for change in batch.changes {
            let word = change.word + String(repeating: " ", count: 9 - change.word.utf8.count)
            let origin = change.origin.map { "\($0) -> " } ?? ""
            text += "\(word)\(origin)\(change.path)\n".utf8
        }
        return text
    }

    /// What hinders the watch, for the standard error.
    static func sentence(for degraded: [WatchDegradation]) -> String {
        if degraded.isEmpty { return "notekit: watching is not hindered any more\n" }
        return degraded.map { "notekit: \($0.reason): \($0.detail)\n" }.joined()
    }
}

extension FolderScan.Change {
    /// The word for the sort of change.
    fileprivate var word: String {
        switch self {
        case .created: "created"
        case .changed: "changed"
        case .removed: "removed"
        case .moved: "moved"
        }
    }

    /// Where the note is, or was.
    fileprivate var path: NotePath {
        switch self {
        case .created(let path), .changed(let path), .removed(let path), .moved(_, let path): path
        }
    }

    /// Where a moved note was.
    fileprivate var origin: NotePath? {
        if case .moved(let from, _) = self { return from }
        return nil
    }
}
