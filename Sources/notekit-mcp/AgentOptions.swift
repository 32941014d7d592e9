// SPDX-License-Identifier: MIT
// What 'notekit mcp' hands over, and how it is carried out.

internal import Glibc
internal import NoteKit
internal import NoteProtocol
internal import NoteService

/// The words behind the program: whether notes may be changed, and the vault.
struct AgentOptions: Sendable {
    private let vault: NotePath
    private let isReadOnly: Bool

    /// - Returns: Nil for words that 'notekit mcp' does not hand over.
    init?(_ words: [NotePath]) {
        guard words.count == 2 else { return nil }
        switch words[0].description {
        case "read-only": isReadOnly = true
        case "read-write": isReadOnly = false
        default: return nil
        }
        vault = words[1]
    }

    /// Serves until the input ends, and answers the exit code.
    func serve() async -> Int32 {
        do throws(ServiceError) {
            var configuration = ServiceConfiguration()
            if let file = ServiceConfiguration.standardFile(environment: Self.path) {
                configuration = try ServiceConfiguration(file: file)
            }
            // Whoever started this reads the log of none but this vault.
            let log = ServiceLog { level, sentence in
                if level <= .notice { Complaint.tell(sentence) }
            }
            let run = try AgentRun(
                vault, isReadOnly: isReadOnly,
                through: ServiceDoor(else: configuration, isReadOnly: isReadOnly, log: log))
            if isatty(STDIN_FILENO) == 1 {
                Complaint.tell("it waits for the messages of an agent's program. Ctrl-D ends it.")
            }
            try await run.serve(input: STDIN_FILENO, output: STDOUT_FILENO)
            return 0
        } catch {
            Complaint.tell(error.description)
            return 2
        }
    }

    private static func path(_ name: String) -> NotePath? {
        getenv(name).map { text in
            NotePath(bytes: Array(UnsafeRawBufferPointer(start: text, count: strlen(text))))
        }
    }
}
