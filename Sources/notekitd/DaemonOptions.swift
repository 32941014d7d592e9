// SPDX-License-Identifier: MIT
// What may stand behind `notekitd`, and what help says of it.

internal import NoteKit
internal import NoteService

/// The words of a command line.
struct DaemonOptions {
    /// What is to be done.
    enum Task: Equatable {
        case serve
        case serveStandardStreams
        case schema
        case documentation
        case swift(ProtocolSwift.Part)
        case help
        case version
    }

    private(set) var task = Task.serve
    /// The vaults that are opened at once.
    private(set) var vaults: [NotePath] = []
    /// The configuration, where it is not the usual file.
    private(set) var configuration: NotePath?

    init(_ words: [[UInt8]]) throws(OptionError) {
        var rest = words[...]
        var isOperand = false
        while let word = rest.popFirst() {
            let shown = NotePath(bytes: word).description
            switch shown {
            case _ where isOperand || word.first != UInt8(ascii: "-"):
                guard !word.isEmpty else { throw OptionError(description: "A vault has an empty name.") }
                vaults.append(NotePath(bytes: word))
            case "--": isOperand = true
            case "--stdio": task = .serveStandardStreams
            case "--schema": task = .schema
            case "--documentation": task = .documentation
            case "--swift":
                guard let name = rest.popFirst(),
                    let part = ProtocolSwift.Part(rawValue: NotePath(bytes: name).description)
                else {
                    let parts = ProtocolSwift.Part.allCases.map(\.rawValue).joined(separator: ", ")
                    throw OptionError(description: "--swift PART: one of \(parts).")
                }
                task = .swift(part)
            case "--help", "-h": task = .help
            case "--version", "-V": task = .version
            case "--config":
                guard let file = rest.popFirst(), !file.isEmpty else {
                    throw OptionError(description: "--config FILE: the file is missing.")
                }
                configuration = NotePath(bytes: file)
            default: throw OptionError(description: "'\(shown)' is no flag of notekitd.")
            }
        }
    }

    static let help = """
        notekitd - hold folders of Markdown notes open for any number of programs

        Usage:
          notekitd [--config FILE] [VAULT...]
          notekitd --stdio [--config FILE] [VAULT...]
          notekitd --schema | --documentation | --swift PART | --help | --version

        Serves every vault that clients open, over a socket in $XDG_RUNTIME_DIR/notekit, until
        SIGTERM or SIGINT: then everything is saved first. SIGHUP has the configuration read again.
        Runs from a shell, and under systemd with its socket and its watchdog. One daemon serves
        a user; a second one says so and ends.

        Operands:
          VAULT...         Folders of notes to open at once.

        Flags:
          --stdio          Serve the program that started it over the standard streams instead.
          --config FILE    Read this file in place of $XDG_CONFIG_HOME/notekit/config.json.
          --schema         Print the JSON schema of the protocol.
          --documentation  Print every method of the protocol, in Markdown.
          --swift PART     Print one source of the client's types: daemon, vault, note, conflict, values
                           or news.
          -h, --help       Show this help.
          -V, --version    Show the version.

        Environment:
          XDG_RUNTIME_DIR  The socket is in notekit below this folder; without it, in run below the
                           state folder.
          XDG_STATE_HOME   What notes held before, and unsaved edits, are kept in notekit below this
                           folder (~/.local/state).
          XDG_CONFIG_HOME  The configuration is in notekit below this folder (~/.config).

        Exit codes:
          0                All went well.
          2                Bad usage, a wrong configuration, or no socket could be had.
          3                A daemon is running already.
          5                A note could not be written; its edits are kept in the state folder.

        """
}

/// Why a command line means nothing.
struct OptionError: Error, CustomStringConvertible {
    let description: String
}
