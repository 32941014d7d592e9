// SPDX-License-Identifier: MIT
// `notekit mcp`: this process becomes the program that serves agents.

internal import Glibc
internal import NoteKit
internal import NoteProgram

/// Serves a vault to agents.
struct MCPCommand: Command {
    private static let readOnly = Flag("read-only", "Have no tools that change notes.")
    private static let program = "notekit-mcp"

    static let declaration = CommandDeclaration(
        "mcp", "Serve a vault to AI agents, over the Model Context Protocol.",
        discussion: [
            "An agent's program starts this and speaks to it over the standard streams, one message a line. There are "
                + "tools to list, read and search notes, for links, properties, tasks and old versions, and to write, "
                + "edit and restore notes.",
            "An agent replaces nothing that it has not read: each change names the digest of what was read, and is refused "
                + "where the note is something else by then, or where it would take away text that was not told. "
                + "Nothing outside of the vault can be named. Long answers are cut and say where to go on.",
            "Where notekitd has the vault open, it is asked; else this process serves the vault itself, looks for notekitd "
                + "before each change, and brings to its end what a killed program has left half done; with --read-only "
                + "it changes no byte of the vault.",
            "It ends when its input ends. What it has to say to people goes to the standard error, and is never text of "
                + "a note.",
        ],
        operands: [Operand("VAULT", .folder, "The folder of notes.")],
        groups: [.optional(readOnly)],
        examples: ["notekit mcp ~/notes", "notekit mcp --read-only ~/notes"])

    private let vault: NotePath
    private let isReadOnly: Bool

    init(_ arguments: Arguments) throws(UsageError) {
        vault = try arguments.path(0)
        isReadOnly = arguments.has(Self.readOnly)
    }

    /// Does not return where the program could be started.
    ///
    /// System calls: `execve(2)`.
    func run() throws -> ExitCode {
        let program = CompanionProgram(Self.program)
        guard let path = program.find() else {
            throw Refusal(
                .usage, "no-program",
                "The program that serves agents is not at \(program.tried). Install it there.")
        }
        let words = [NotePath(Self.program), NotePath(isReadOnly ? "read-only" : "read-write"), vault]
        var arguments = words.map { $0.withCString { strdup($0) } } + [nil]
        defer { for argument in arguments { free(argument) } }
        _ = path.withCString { execv($0, &arguments) }
        throw Refusal(
            .usage, "no-program", "'\(path)' could not be started: \(String(cString: strerror(errno))).")
    }
}
