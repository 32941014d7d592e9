// SPDX-License-Identifier: MIT
// The flags of the daemon, its help and its manual.

internal import NoteKit
internal import NoteProgram
internal import NoteService

extension DaemonOptions {
    static let standardStreams = Flag(
        "stdio", "Serve the program that started it over the standard streams, and no socket.")
    static let file = Flag(
        "config", takes: .text("FILE"), "Read this file in place of $XDG_CONFIG_HOME/notekit/config.json.")
    static let log = Flag(
        "log", takes: .text("FILE"),
        "Append the log to this file, with times, in place of the standard error. One of a megabyte becomes FILE.old."
    )
    static let show = Flag(
        "show", "Print what changes in the vaults, and which notes are in conflict, on the standard output.")
    private static let schema = Flag("schema", "Print the JSON schema of the protocol and exit.")
    private static let documentation = Flag(
        "documentation", "Print every method of the protocol, in Markdown, and exit.")
    static let swift = Flag(
        "swift", oneOf: ProtocolSwift.Part.self, "Print a source of the client's types and exit.")
    private static let manual = Flag(
        "manual", "Print the manual page in troff, for a package to install, and exit.")

    /// What is printed for a flag that asks for a text.
    static let texts: [(flag: Flag, text: @Sendable () -> String)] = [
        (schema, { ProtocolSchema.text }), (documentation, { ProtocolDocumentation.text }),
        (manual, { ManualPage(declaration).text }),
    ]

    /// What the daemon does.
    static let command = CommandDeclaration(
        "", of: "notekitd", "Hold folders of Markdown notes open for any number of programs.",
        discussion: [
            "It serves every vault that clients open, over the socket notekitd.sock in $XDG_RUNTIME_DIR/notekit, "
                + "until SIGTERM or SIGINT: then everything is saved first, and a second one ends it at once. SIGHUP has "
                + "the configuration read again: its log and its new vaults hold from then on.",
            "It runs from a shell, and under systemd with its socket and its watchdog: 'systemctl --user enable "
                + "--now notekitd.socket' has it started when it is first asked for. One daemon serves a user; a "
                + "second one says so and ends.",
            "Without XDG_RUNTIME_DIR the socket is in run below the state folder.",
        ],
        operands: [
            Operand(
                "VAULT", .folder, isOptional: true, isRepeated: true, "A folder of notes to open at once.")
        ],
        groups: [
            .optional(standardStreams), .optional(file), .optional(log), .optional(show), .optional(schema),
            .optional(documentation), .optional(swift),
            .optional(manual), .optional(.version),
        ],
        examples: ["notekitd --show ~/Notes", "notekitd --documentation > Protocol.md"])

    /// What the program says of itself.
    static let declaration = ProgramDeclaration(
        name: "notekitd", version: NoteKitVersion.text, manualDate: NoteKitVersion.day,
        summary: "hold folders of Markdown notes open for any number of programs",
        purpose:
            "One process owns the notes that clients have open: their sessions, what is watched, what is in "
            + "conflict, and what was kept of before. Nothing that somebody else wrote is overwritten, and an edit "
            + "that was acknowledged is not lost when the daemon, the client or, from half a second later on, the "
            + "machine ends.",
        commands: [command],
        environment: [
            ("XDG_RUNTIME_DIR", "The socket is in notekit below this folder."),
            (
                "XDG_STATE_HOME",
                "What notes held before, and unsaved edits, are kept in notekit below this folder (~/.local/state)."
            ),
            ("XDG_CONFIG_HOME", "The configuration is in notekit below this folder (~/.config)."),
            (
                "LISTEN_FDS, NOTIFY_SOCKET, WATCHDOG_USEC",
                "Set by systemd. See sd_listen_fds(3) and sd_notify(3)."
            ),
        ],
        exitCodes: [
            (0, "All went well."),
            (2, "The command line or the configuration is wrong, or no socket could be had."),
            (3, "A daemon is running already."),
            (
                5,
                "A note could not be written, or the end was asked for twice; unsaved edits are kept in the state folder, and named as lost where that cannot be written either."
            ),
        ])
}
