// SPDX-License-Identifier: MIT
// What a vault check means to the person or the machine that asked for it.

internal import NoteKit
internal import NoteProgram

/// A vault check's report, and whether what it could not prove counts as failure.
struct CheckResult {
    let report: VaultCheck.Report
    /// What a check of links found; nil where the notes were proved to stay as they are.
    let findings: [CheckFinding]?
    let isStrict: Bool

    init(_ report: VaultCheck.Report, findings: [CheckFinding]? = nil, isStrict: Bool) {
        self.report = report
        self.findings = findings
        self.isStrict = isStrict
    }

    /// One thing that the check has to say about one path.
    struct Problem {
        enum Kind: Equatable {
            case failure
            case unreadable
            case skipped
            /// Of a check of links.
            case found(String)

            /// The word for it.
            var word: String {
                switch self {
                case .failure: "failure"
                case .unreadable: "unreadable"
                case .skipped: "skipped"
                case .found(let word): word
                }
            }
        }

        let kind: Kind
        let path: NotePath
        /// The line of the note that is meant, counted from 1; nil for all of it.
        var line: Int?
        /// A sentence without a full stop.
        let sentence: String
        /// Whether it makes the check fail.
        let isFatal: Bool
    }

    /// Everything there is to say: findings, failures, unreadable notes, what was skipped; each by path.
    var problems: [Problem] {
        let failures = report.failures.map { failure in
            let place = failure.offset.map { " (from byte \($0))" } ?? ""
            return Problem(
                kind: .failure, path: failure.path, sentence: failure.reason + place, isFatal: true)
        }
        let unreadable = report.unreadable.map { note in
            let sentence = "not UTF-8 from byte \(note.offset); encoding: \(note.encoding); never rewritten"
            return Problem(kind: .unreadable, path: note.path, sentence: sentence, isFatal: isStrict)
        }
        let skipped = report.skipped.map {
            Problem(
                kind: .skipped, path: $0.path, sentence: $0.reason, isFatal: isStrict && $0.isUnseen)
        }
        let found = (findings ?? []).map {
            Problem(kind: .found($0.kind), path: $0.path, line: $0.line, sentence: $0.message, isFatal: true)
        }
        return found + failures + unreadable + skipped
    }

    /// Whether the check found something.
    var exitCode: ExitCode {
        let isProven = report.unreadable.isEmpty && !report.skipped.contains(where: \.isUnseen)
        let isWell = report.failures.isEmpty && findings?.isEmpty ?? true
        return isWell && (!isStrict || isProven) ? .fine : .found
    }

    /// One sentence that says it all.
    var summary: String {
        let (work, verdict): (String, String) =
            switch findings?.count {
            case 0?: ("links checked", "nothing found")
            case let count?: ("links checked", Count.of(count, "finding"))
            case nil where report.failures.isEmpty: ("parsed and styled", "nothing would change")
            case nil: ("parsed and styled", Count.of(report.failures.count, "failure"))
            }
        let asides = [
            report.unreadable.isEmpty ? nil : "\(Count.grouped(report.unreadable.count)) unreadable",
            report.skipped.isEmpty ? nil : "\(Count.grouped(report.skipped.count)) skipped",
        ].compactMap { $0 }
        return "\(Count.of(report.notes, "note")), \(Count.of(report.bytes, "byte")), \(work): "
            + ([verdict] + asides).joined(separator: ", ") + "."
    }

    /// How long the check took, in whole milliseconds.
    var milliseconds: Int { Int((report.seconds * 1000).rounded()) }
    /// How long parsing and styling took, added up over the threads, in whole milliseconds.
    var stylingMilliseconds: Int { Int((report.stylingSeconds * 1000).rounded()) }
}
