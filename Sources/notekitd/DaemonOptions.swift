// SPDX-License-Identifier: MIT
// What may stand behind `notekitd`, and what it says of itself.

internal import NoteKit
internal import NoteProgram
internal import NoteProtocol
internal import NoteService

/// The words of a command line.
struct DaemonOptions {
    /// What is to be done.
    enum Work: Equatable {
        case serve
        case serveStandardStreams
        case show(String)
    }

    let work: Work
    /// The vaults that are opened at once.
    let vaults: [NotePath]
    /// Whether what happens in the vaults is printed.
    let isShown: Bool
    /// The configuration, where it is not the usual file.
    let configuration: NotePath?
    /// The file for the log; nil for the standard error.
    let log: LogFile?

    /// - Throws: `UsageError` where the words mean nothing.
    init(_ words: [[UInt8]]) throws(UsageError) {
        let arguments = try ArgumentParser.parse(words, for: Self.command)
        work =
            if arguments.has(.help) {
                .show(HelpText(Self.declaration).general)
            } else if arguments.has(.version) {
                .show("notekitd \(NoteKitVersion.text)\n")
            } else if let text = Self.texts.first(where: { arguments.has($0.flag) })?.text {
                .show(text())
            } else if arguments.has(Self.swift) {
                .show(ProtocolSwift.text(of: arguments.choice(of: Self.swift, else: .daemon)))
            } else {
                arguments.has(Self.standardStreams) ? .serveStandardStreams : .serve
            }
        isShown = arguments.has(Self.show)
        if isShown, work == .serveStandardStreams {
            throw arguments.error("--stdio leaves no output for --show.")
        }
        configuration = try arguments.file(of: Self.file)
        log = try arguments.file(of: Self.log).map { LogFile(at: $0) }
        var vaults: [NotePath] = []
        for index in arguments.operands.indices {
            guard !arguments.operands[index].isEmpty else {
                throw arguments.error("A vault has an empty name.")
            }
            vaults.append(NotePath(bytes: arguments.operands[index]))
        }
        self.vaults = vaults
    }
}

extension Arguments {
    /// The file that a flag names; nil when it was not given.
    fileprivate func file(of flag: Flag) throws(UsageError) -> NotePath? {
        guard let bytes = bytes(of: flag) else { return nil }
        guard !bytes.isEmpty else { throw error("\(flag.usage): FILE is empty.") }
        return NotePath(bytes: bytes)
    }
}
