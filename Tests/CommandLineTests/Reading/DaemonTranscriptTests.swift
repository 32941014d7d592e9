// SPDX-License-Identifier: MIT
// What is said of the daemon and of conflicts where there is neither.

import Foundation
import Testing

@Suite("Without a daemon, in a terminal")
struct DaemonTranscriptTests {
    /// A command line, what it prints, what it complains of, and its exit code.
    typealias Row = (line: String, out: String, err: String, code: Int32)

    static let rows: [Row] = [
        ("notekit status", "notekitd does not run.\n", "", 0),
        ("notekit status v", "notekitd does not run.\n$PWD/v: not held open\n", "", 0),
        ("notekit status --json", #"{"daemon":null,"vaults":[],"left":[]}"# + "\n", "", 0),
        ("notekit conflicts v", "", "", 0), ("notekit conflicts v --json", "[]\n", "", 0),
        ("cd v/sub && notekit conflicts --json", "[]\n", "", 0),
        ("notekit diff v/a.md", "", "notekit: 'v/a.md' is in no conflict.\n", 0),
        ("notekit diff v/a.md --json", "null\n", "notekit: 'v/a.md' is in no conflict.\n", 0),
        ("notekit daemon status", "notekitd does not run.\n", "", 1),
        ("notekit daemon stop", "notekitd does not run.\n", "", 0),
        (
            "notekit daemon stop --json",
            #"{"running":false,"process":null,"version":null,"log":null,"unsaved":[]}"# + "\n", "", 0
        ),
        (
            "notekit resolve v/a.md", "",
            "notekit: --mine or --theirs or --both or --merged is missing.\n'notekit resolve --help' tells more.\n",
            2
        ),
    ]

    @Test("there is nothing to tell, and nothing is made", arguments: rows)
    func alone(row: Row) async throws {
        let terminal = try Terminal()
        try await terminal.type("mkdir -p v/.obsidian v/sub; printf 'a\\n' > v/a.md")
        let folder = terminal.folder.resolvingSymlinksInPath().path
        let out = row.out.replacingOccurrences(of: "$PWD", with: folder)
        #expect(try await terminal.type(row.line) == .init(out: out, err: row.err, code: row.code))
        #expect(!FileManager.default.fileExists(atPath: "\(folder)/.state"))
        #expect(try terminal.bytes(of: "v/a.md") == Array("a\n".utf8))
    }
}
