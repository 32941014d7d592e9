// SPDX-License-Identifier: MIT
// A vault check's report as the workflow commands of GitHub Actions.

internal import NoteKit

extension CheckResult {
    /// One annotation for each problem, and the summary as a plain line.
    func github(_ paths: GitHubPaths) -> String {
        let lines = problems.map { problem in
            let level =
                switch problem.kind {
                case _ where problem.isFatal: "error"
                case .skipped: "notice"
                case .unreadable, .failure, .found: "warning"
                }
            let file = GitHubCommand.property(paths.path(of: problem.path))
            let line = problem.line.map { ",line=\($0)" } ?? ""
            let title = GitHubCommand.property("notekit check: \(problem.kind.word)")
            let message = GitHubCommand.message("\(problem.path): \(problem.sentence)")
            return "::\(level) file=\(file)\(line),title=\(title)::\(message)"
        }
        return (lines + [summary]).map { $0 + "\n" }.joined()
    }
}

/// Text inside a workflow command.
enum GitHubCommand {
    /// Text behind the second `::`.
    static func message(_ text: String) -> String {
        escaped(text, also: [])
    }

    /// Text behind a property's `=`.
    static func property(_ text: String) -> String {
        escaped(text, also: [":", ","])
    }

    private static func escaped(_ text: String, also special: [Unicode.Scalar]) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            if special.contains(scalar) || ["%", "\r", "\n"].contains(scalar) {
                let digits = String(scalar.value, radix: 16, uppercase: true)
                escaped += digits.utf8.count == 1 ? "%0\(digits)" : "%\(digits)"
            } else {
                escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}
