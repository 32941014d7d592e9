// SPDX-License-Identifier: MIT
// Which benchmarks there are, and how they are asked for.

internal import Glibc
internal import NoteKit

/// Measures NoteKit beside what people would use instead, in the same run.
@main
struct Benchmarks {
    static let usage = """
        usage: notekit-bench SUBJECT... --folder FOLDER [--vault VAULT] [--notes N] [--runs N]

        Subjects:
          check      the vault check beside a C program that reads every byte with two threads
          scan       the list of a vault beside find with the same facts
          save       a durable save with proof beside one without
          keystroke  a keystroke in notes of 1, 10 and 100 MB
          session    a keystroke in open notes, and the memory of a thousand of them
          start      the start of the program
          parse      the parse to a tree beside cmark and md4c, of a vault's notes and of one note of 50 MB
          styles     styles beside the parse, and the memory that trees take
          edit       a keystroke in a note of 1 MB, parsed and styled again
          watch      a watch beside inotifywait and watchman: set-up, memory, latency, bursts
          search     the first index beside SQLite's own full text, searches beside ripgrep, one changed note
          tags       the tags of a vault beside reading and beside only parsing it
          document   a reader's document beside the parse
          previews   the previews of a vault's notes
          regions    the regions of a note of 1 MB, and a keystroke in it
          rename     a note with 1,000 backlinks renamed, and taken back, beside the saves alone
          links      the check of all links of a vault beside only parsing it
          pdf        notes of 1, 20 and 500 pages as PDF, beside the programs that are installed for that

        FOLDER takes the vault that is made (unless --vault names one) and what the benchmarks write; its
        file system is what is measured. The programs beside ours are built there with cc.
        """

    private var subjects: [String] = []
    private var folder: String?
    private var vault: String?
    private var notes = 10_000
    private var runs = 7

    @MainActor
    static func main() async {
        do throws(BenchError) {
            if CommandLine.arguments.count == 3 {
                let folder = NotePath(CommandLine.arguments[2])
                if CommandLine.arguments[1] == "scan-once" { return try scanOnce(folder) }
                if CommandLine.arguments[1] == "parse-once" { return try parseOnce(folder) }
            }
            if CommandLine.arguments.count == 4, CommandLine.arguments[1] == "import-once" {
                return try SearchSubject.importOnce(CommandLine.arguments[2], CommandLine.arguments[3])
            }
            try await Benchmarks(Array(CommandLine.arguments.dropFirst())).run()
        } catch {
            let message = Array("notekit-bench: \(error)\n".utf8)
            _ = write(2, message, message.count)
            exit(2)
        }
    }

    /// The work that `scan` times: the list of a vault with its facts, in a process of its own.
    private static func scanOnce(_ folder: NotePath) throws(BenchError) {
        do throws(FileError) {
            let scan = try FolderScan(of: folder, matching: { $0.suffix(3).elementsEqual(".md".utf8) })
            print("\(scan.count) notes, \(scan.reduce(0) { $0 + $1.facts.size }) bytes")
        } catch {
            throw BenchError(error.description)
        }
    }

    /// The floor of `tags`: every note read and parsed, and nothing done with the tree.
    private static func parseOnce(_ folder: NotePath) throws(BenchError) {
        do {
            var nodes = 0
            try VaultReader(vault: folder).read { _, bytes in
                MarkdownTree(parsing: bytes).count
            } use: {
                nodes += $0
            }
            print("\(nodes) nodes")
        } catch {
            throw BenchError("\(error)")
        }
    }

    private init(_ arguments: [String]) throws(BenchError) {
        var rest = arguments[...]
        while let word = rest.popFirst() {
            switch word {
            case "check", "scan", "save", "keystroke", "session", "start", "parse", "styles", "edit", "tags",
                "watch", "document", "previews", "regions", "pdf", "rename", "search",
                "links":
                subjects.append(word)
            case "--folder": folder = rest.popFirst()
            case "--vault": vault = rest.popFirst()
            case "--notes": notes = try Self.number(rest.popFirst())
            case "--runs": runs = try Self.number(rest.popFirst())
            default: throw BenchError("'\(word)' is not understood\n\(Self.usage)")
            }
        }
        guard !subjects.isEmpty, folder != nil else { throw BenchError(Self.usage) }
    }

    private static func number(_ word: String?) throws(BenchError) -> Int {
        guard let word, let number = Int(word), number > 0 else { throw BenchError("a number is wanted") }
        return number
    }

    @MainActor
    private func run() async throws(BenchError) {
        guard let folder else { throw BenchError(Self.usage) }
        printMachine(folder)
        // A child counts the memory of the one that started it as its own, so what fills ours comes last.
        let heavy: Set = [
            "session", "keystroke", "parse", "styles", "edit", "document", "previews", "regions",
        ]
        for subject in subjects.filter({ !heavy.contains($0) }) + subjects.filter(heavy.contains) {
            switch subject {
            case "check":
                let vault = try madeVault(folder)
                let floor = try readall(folder)
                try CommandComparison(
                    title: "Check of \(vault)",
                    commands: [
                        Command(name: "C, every byte, 2 threads", words: [floor, vault, "2"]),
                        Command(name: "notekit check", words: [Self.ours("notekit"), "check", vault]),
                    ]
                ).run(times: runs)
            case "scan":
                let vault = try madeVault(folder)
                try CommandComparison(
                    title: "List of \(vault)",
                    commands: [
                        Command(
                            name: "find -printf",
                            words: [
                                "find", "-L", vault, "-name", "*.md", "-printf", "%p %s %T@ %C@ %i %m %n\\n",
                            ]),
                        Command(name: "FolderScan", words: [Self.ours("notekit-bench"), "scan-once", vault]),
                    ]
                ).run(times: runs)
            case "parse":
                try ParseSubject(folder: folder, vault: try madeVault(folder)).run(times: runs)
            case "styles":
                try ParseSubject(folder: folder, vault: try madeVault(folder)).runStyles(times: runs)
            case "document", "previews":
                let reading = DocumentSubject(vault: try madeVault(folder))
                try subject == "document" ? reading.run(times: runs) : reading.runPreviews(times: runs)
            case "regions": try RegionSubject(vault: try madeVault(folder)).run(times: runs)
            case "edit": try EditSubject(vault: try madeVault(folder)).run(times: 4000)
            case "tags":
                let vault = try madeVault(folder)
                try CommandComparison(
                    title: "Tags of \(vault)",
                    commands: [
                        Command(
                            name: "every note parsed",
                            words: [Self.ours("notekit-bench"), "parse-once", vault]),
                        Command(
                            name: "C, every byte, 2 threads", words: [try readall(folder), vault, "2"]),
                        Command(
                            name: "notekit tags --json",
                            words: [Self.ours("notekit"), "tags", "--json", vault]),
                    ]
                ).run(times: runs)
            case "watch":
                try WatchSubject(
                    vault: try madeVault(folder), notekit: Self.ours("notekit"), folder: folder
                ).run(times: runs)
            case "search":
                try SearchSubject(
                    vault: try madeVault(folder), notekit: Self.ours("notekit"),
                    bench: Self.ours("notekit-bench"), folder: folder
                ).run(times: runs)
            case "pdf": try PDFSubject(folder: folder, notekit: Self.ours("notekit")).run(times: runs)
            case "links":
                let vault = try madeVault(folder)
                try CommandComparison(
                    title: "Links of \(vault)",
                    commands: [
                        Command(
                            name: "every note parsed",
                            words: [Self.ours("notekit-bench"), "parse-once", vault]),
                        Command(
                            name: "notekit check --links",
                            words: [Self.ours("notekit"), "check", "--links", vault]),
                    ]
                ).run(times: runs)
            case "rename":
                try RenameSubject(folder: folder, notes: notes, notekit: Self.ours("notekit")).run(
                    times: runs)
            case "save": try SaveSubject(folder: folder, saves: 1000).run()
            case "session":
                let subject = SessionSubject(folder: folder, vault: try madeVault(folder))
                try await subject.runMemory(sessions: min(1000, notes))
                try await subject.runKeystrokes(times: 20_000)
            case "keystroke": try KeystrokeSubject().run(times: 10_000)
            default:
                try CommandComparison(
                    title: "Start",
                    commands: [
                        Command(name: "true", words: ["true"]),
                        Command(name: "notekit --version", words: [Self.ours("notekit"), "--version"]),
                    ]
                ).run(times: 50)
            }
        }
    }

    private func madeVault(_ folder: String) throws(BenchError) -> String {
        if let vault { return vault }
        let made = "\(folder)/vault-\(notes)"
        try GeneratedVault(folder: made, notes: notes).make()
        return made
    }

    private func readall(_ folder: String) throws(BenchError) -> String {
        guard let peer = try Peer("readall", source: "readall", flags: ["-pthread"], in: folder) else {
            throw BenchError("there is nothing to compare with")
        }
        return peer.program
    }

    /// A program that was built beside this one.
    private static func ours(_ name: String) -> String {
        var room = [UInt8](repeating: 0, count: 4096)
        let count = room.withUnsafeMutableBytes { raw in
            raw.withMemoryRebound(to: CChar.self) { buffer in
                buffer.baseAddress.map { readlink("/proc/self/exe", $0, buffer.count) } ?? 0
            }
        }
        let own = String(decoding: room.prefix(max(0, count)), as: UTF8.self)
        let folder = own.split(separator: "/", omittingEmptySubsequences: false).dropLast()
        return folder.joined(separator: "/") + "/" + name
    }

    private func printMachine(_ folder: String) {
        var name = utsname()
        uname(&name)
        let release = withUnsafeBytes(of: &name.release) { raw in
            String(decoding: raw.prefix { $0 != 0 }, as: UTF8.self)
        }
        print("Linux \(release), \(sysconf(Int32(_SC_NPROCESSORS_ONLN))) cores, folder \(folder)")
    }
}
