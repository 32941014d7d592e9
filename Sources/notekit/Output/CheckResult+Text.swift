// SPDX-License-Identifier: MIT
// A vault check's report for people and for scripts.

internal import NoteJSON
internal import NoteKit

extension CheckResult {
    /// One line for each problem, and the summary last.
    var text: String {
        let lines =
            problems.map { problem in
                let place = problem.line.map { ":\($0)" } ?? ""
                return "\(problem.kind.word)  \(problem.path)\(place): \(problem.sentence)"
            } + [summary]
        return lines.map { $0 + "\n" }.joined()
    }

    /// The report as one JSON value.
    var json: [UInt8] {
        JSONWriter.document { json in
            json.object { json in
                json.field("vault", report.vault.description)
                json.field("notes", report.notes)
                json.field("bytes", report.bytes)
                json.field("unreadable") { json in
                    json.array(report.unreadable) { json, note in
                        json.object { json in
                            json.field("path", note.path.description)
                            json.field("offset", note.offset)
                            json.field("encoding", note.encoding)
                        }
                    }
                }
                json.field("failures") { json in
                    json.array(report.failures) { json, failure in
                        json.object { json in
                            json.field("path", failure.path.description)
                            json.field("reason", failure.reason)
                            json.field("offset", failure.offset)
                        }
                    }
                }
                json.field("skipped") { json in
                    json.array(report.skipped) { json, skipped in
                        json.object { json in
                            json.field("path", skipped.path.description)
                            json.field("reason", skipped.reason)
                        }
                    }
                }
                json.field("seconds") { $0.milliseconds(milliseconds) }
                guard let findings else {
                    return json.field("stylingSeconds") { $0.milliseconds(stylingMilliseconds) }
                }
                json.field("findings") { json in json.array(findings) { $1.write(to: &$0) } }
            }
        }
    }
}

extension CheckFinding {
    fileprivate func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("path", path.description)
            json.field("kind", kind)
            json.field("target", target)
            json.field("line", line)
            json.field("start", range?.lowerBound)
            json.field("end", range?.upperBound)
            json.field("message", message)
        }
    }
}
