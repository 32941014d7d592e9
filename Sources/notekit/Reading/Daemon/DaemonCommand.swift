// SPDX-License-Identifier: MIT
// `notekit daemon`: starts notekitd, ends it, and says whether it runs.

internal import CNoteLinux
internal import Glibc
internal import NoteJSON
internal import NoteProgram
internal import NoteProtocol

/// Starts and ends the daemon.
struct DaemonCommand: Command {
    private enum Action: String, CaseIterable {
        case start, stop, status
    }

    static let declaration = CommandDeclaration(
        "daemon", "Start notekitd, end it, or see whether it runs.",
        discussion: [
            "'start' starts the daemon that holds vaults open for any number of programs, unless it runs, and "
                + "returns when it is ready, after 30 seconds at most: through systemd where its user socket "
                + "notekitd.socket is installed, enabled or not, else the program notekitd beside this one, which then lives on by itself. "
                + "Then its log is notekitd.log in the state folder; when that has grown to a megabyte it becomes "
                + "notekitd.log.old, and another is begun. Of a start that fails the last lines are shown.",
            "'stop' has it save everything and end, and returns when it is gone. Where a note could not be saved, as "
                + "one in conflict, the note is named and the exit code is 1: its edits are in the journal, and come "
                + "back when it is opened again.",
            "'status' exits with 0 where it runs, else with 1, and names its log; 'notekit status' tells more. Where "
                + "systemd holds the socket, asking starts it. One that runs and whose socket was removed is told by "
                + "'status' and 'start', with 2.",
            "What the other commands do is the same with it and without it. Where it has the vault open, 'search' and "
                + "'list --find' ask it which notes hold the text, in place of a look at all files. 'edit', 'task', "
                + "'property', 'rename', 'move', 'folder', 'attach' and 'history restore' write themselves, and have it "
                + "save and hold still what is open. 'status', 'conflicts', 'diff', 'resolve' and 'mcp' ask it, since "
                + "it may know more than the files. All others work alone: what they tell is in the files, the store "
                + "and the index.",
            "A daemon that does not answer within two seconds, or cannot be started, makes the exit code 2.",
        ],
        operands: [Operand("ACTION", .choice(Action.allCases.map(\.rawValue)), "What to do.")],
        groups: [.optional(.jsonObject)], examples: ["notekit daemon start", "notekit daemon stop"])

    private let action: Action
    private let isJSON: Bool

    init(_ arguments: Arguments) throws(UsageError) {
        // The parser let only the words of the actions through.
        action = Action(rawValue: String(decoding: arguments.operands[0], as: UTF8.self)) ?? .status
        isJSON = arguments.has(.jsonObject)
    }

    func run() throws -> ExitCode {
        let daemon = try Daemon.running()
        switch action {
        case .status:
            guard let facts = daemon?.facts else {
                if RuntimeFolder.standard.isTaken { throw Self.unreachable }
                return tell("notekitd does not run.", nil, .found)
            }
            return tell("notekitd \(facts.version) runs (process \(facts.process)).", facts)
        case .start:
            if let facts = daemon?.facts {
                return tell("notekitd runs already (process \(facts.process)).", facts)
            }
            try DaemonStart.start()
            guard let facts = try Daemon.running()?.facts else {
                if RuntimeFolder.standard.isTaken { throw Self.unreachable }
                throw Refusal(.usage, "not-started", "notekitd was started, and does not listen.")
            }
            return tell("notekitd was started (process \(facts.process)).", facts)
        case .stop:
            guard let daemon, let facts = daemon.facts else { return tell("notekitd does not run.", nil) }
            return try stop(daemon, facts)
        }
    }

    /// That one runs and cannot be asked anything.
    private static var unreachable: Refusal {
        Refusal(
            .usage, "unreachable",
            "A notekitd runs, and its socket '\(RuntimeFolder.standard.socket)' is not there. It starts or ends at this "
                + "moment, or somebody has removed the socket: then SIGTERM has it save everything and end.")
    }

    private func stop(_ daemon: Daemon, _ facts: Service.Initialize.ServerInfo) throws -> ExitCode {
        // Taken before, so that it is this process that is waited for, and none that gets its number.
        let process = Int32(cn_pidfd_open(Int32(facts.process)))
        let unsaved = try daemon.answer(to: Service.Shutdown(), within: .seconds(60)).unsaved
        for note in unsaved {
            StandardError.write("notekit: '\(note.path)' was not saved: \(note.message)\n")
        }
        var ended = pollfd(fd: process, events: Int16(POLLIN), revents: 0)
        // Without such a file (before Linux 5.3) it has promised to end, and does so in a moment.
        guard process < 0 || poll(&ended, 1, 60_000) > 0 else {
            throw Refusal(
                .usage, "not-ended",
                "notekitd (process \(facts.process)) has saved everything, and has not ended after a minute.")
        }
        return tell(
            "notekitd has ended (process \(facts.process)).", nil, unsaved.isEmpty ? .fine : .found,
            unsaved: unsaved)
    }

    private func tell(
        _ sentence: String, _ facts: Service.Initialize.ServerInfo?, _ code: ExitCode = .fine,
        unsaved: [Service.Shutdown.Unsaved] = []
    ) -> ExitCode {
        let log = facts.flatMap { DaemonLog.of(process: $0.process) }
        guard isJSON else {
            return StandardOutput.write("\(sentence)\(log.map { " \($0.sentence)" } ?? "")\n", then: code)
        }
        let json = JSONWriter.document { json in
            json.object { json in
                json.field("running", facts != nil)
                json.field("process", facts?.process)
                json.field("version", facts?.version)
                json.field("log", log?.word)
                guard action == .stop else { return }
                json.field("unsaved") { json in
                    json.array(unsaved) { json, note in
                        json.object { json in
                            json.field("path", note.path)
                            json.field("message", note.message)
                        }
                    }
                }
            }
        }
        return StandardOutput.write(json, then: code)
    }
}
