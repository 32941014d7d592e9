// SPDX-License-Identifier: MIT
// How long versions are kept, as it is typed and shown.

internal import NoteJSON
internal import NoteProgram
internal import NoteStore

/// The limits that were typed; what was not stays as it is.
struct HistoryLimits {
    /// A number or none.
    enum Limit {
        case all
        case newest(Int)

        var number: Int? { if case .newest(let number) = self { number } else { nil } }
    }

    let days: Int?
    let count: Limit?
    let bytes: Limit?

    var isEmpty: Bool { days == nil && count == nil && bytes == nil }

    /// Sets what was typed, and answers what holds now.
    func apply(to store: VaultStore) throws(StoreError) -> Answer {
        var policy = try store.retention()
        if !isEmpty {
            if let days { policy.days = days }
            if let count { policy.count = count.number }
            if let bytes { policy.bytes = bytes.number }
            try store.setRetention(policy)
        }
        let size = try store.size()
        return Answer(policy: policy, versions: size.versions, taken: size.bytes)
    }

    /// What holds, and what there is.
    struct Answer {
        let policy: RetentionPolicy
        let versions: Int
        let taken: Int

        func output(_ isJSON: Bool) -> [UInt8] {
            guard isJSON else {
                let count = policy.count.map { "at least the newest \(Count.grouped($0))" } ?? "all"
                let bytes = policy.bytes.map { "\(Count.of($0, "byte"))" } ?? "any number of bytes"
                return Array(
                    """
                    Every version is kept for \(Count.of(policy.days, "day")).
                    After that: \(count) of each note, in \(bytes).
                    Now: \(Count.of(versions, "version")) in \(Count.of(taken, "byte")).

                    """.utf8)
            }
            return JSONWriter.document { json in
                json.object { json in
                    json.field("days", policy.days)
                    json.field("count", policy.count)
                    json.field("bytes", policy.bytes)
                    json.field("versions", versions)
                    json.field("taken", taken)
                }
            }
        }
    }
}
