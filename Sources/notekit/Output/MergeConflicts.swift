// SPDX-License-Identifier: MIT
// How the places are told where two sides of a merge contradict each other.

internal import NoteJSON
internal import NoteKit
internal import NoteProgram

/// What is left to decide of a merge.
struct MergeConflicts {
    /// A place in one side.
    private struct Place {
        let range: Range<Int>
        /// The line, from 1 on.
        let line: Int
    }

    private let places: [(mine: Place, theirs: Place)]

    init(of merge: ThreeWayMerge, mine: [UInt8], theirs: [UInt8]) {
        let (my, their) = (
            mine.withUnsafeBufferPointer { LineNumbers(of: $0) },
            theirs.withUnsafeBufferPointer { LineNumbers(of: $0) }
        )
        places = merge.conflicts.map { conflict in
            (
                Place(range: conflict.mine, line: my.line(at: conflict.mine.lowerBound)),
                Place(range: conflict.theirs, line: their.line(at: conflict.theirs.lowerBound))
            )
        }
    }

    /// Names them on the standard error.
    ///
    /// - Parameters:
    ///   - mine: The one file, as it was typed.
    ///   - theirs: The other.
    func tell(mine: NotePath, theirs: NotePath) {
        guard !places.isEmpty else { return }
        for place in places {
            StandardError.write(
                "notekit: conflict: '\(mine)' line \(place.mine.line), '\(theirs)' line \(place.theirs.line)\n"
            )
        }
        StandardError.write("notekit: \(Count.of(places.count, "conflict")).\n")
    }

    /// The answer of a merge that is printed.
    func json(mergedInto bytes: [UInt8]) -> [UInt8] {
        JSONWriter.document { json in
            json.object { json in
                write(to: &json)
                json.field("text", String(decoding: bytes, as: UTF8.self))
            }
        }
    }

    /// The answer of a merge that was to be written.
    func json(of answer: EditAnswer) -> [UInt8] {
        JSONWriter.document { json in
            json.object { json in
                answer.writeFields(to: &json)
                write(to: &json)
            }
        }
    }

    private func write(to json: inout JSONWriter) {
        json.field("conflicts") { json in
            json.array(places) { json, place in
                json.object { json in
                    json.field("mine") { Self.write(place.mine, to: &$0) }
                    json.field("theirs") { Self.write(place.theirs, to: &$0) }
                }
            }
        }
    }

    private static func write(_ place: Place, to json: inout JSONWriter) {
        json.object { json in
            json.field("line", place.line)
            json.field("start", place.range.lowerBound)
            json.field("end", place.range.upperBound)
        }
    }
}
