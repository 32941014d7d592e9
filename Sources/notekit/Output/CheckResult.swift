// SPDX-License-Identifier: MIT
// What a vault check means to the person or the machine that asked for it.

internal import NoteKit

/// A vault check's report, and whether what it could not prove counts as failure.
struct CheckResult {
    let report: VaultCheck.Report
    let isStrict: Bool

    init(_ report: VaultCheck.Report, isStrict: Bool) {
        self.report = report
        self.isStrict = isStrict
    }

    /// One thing that the check has to say about one path.
    struct Problem {
        enum Kind: String {
            case failure
            case unreadable
            case skipped
        }

        let kind: Kind
        let path: NotePath
        /// A sentence without a full stop.
        let sentence: String
        /// Whether it makes the check fail.
        let isFatal: Bool
    }

    /// Everything there is to say: failures, unreadable notes, what was skipped; each by path.
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
        return failures + unreadable + skipped
    }

    /// Whether the check found something.
    var exitCode: ExitCode {
        let isProven = report.unreadable.isEmpty && !report.skipped.contains(where: \.isUnseen)
        return report.failures.isEmpty && (!isStrict || isProven) ? .fine : .found
    }

    /// One sentence that says it all.
    var summary: String {
        let verdict =
            report.failures.isEmpty
            ? "nothing would change" : "\(Count.of(report.failures.count, "failure"))"
        let asides = [
            report.unreadable.isEmpty ? nil : "\(Count.grouped(report.unreadable.count)) unreadable",
            report.skipped.isEmpty ? nil : "\(Count.grouped(report.skipped.count)) skipped",
        ].compactMap { $0 }
        return "\(Count.of(report.notes, "note")), \(Count.of(report.bytes, "byte")), parsed and styled: "
            + ([verdict] + asides).joined(separator: ", ") + "."
    }

    /// How long the check took, in whole milliseconds.
    var milliseconds: Int { Int((report.seconds * 1000).rounded()) }
    /// How long parsing and styling took, added up over the threads, in whole milliseconds.
    var stylingMilliseconds: Int { Int((report.stylingSeconds * 1000).rounded()) }
}
