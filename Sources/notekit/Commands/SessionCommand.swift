// SPDX-License-Identifier: MIT
// `notekit session`.

internal import Glibc
internal import NoteKit
internal import NoteProgram
internal import Synchronization

/// Holds a note open for a program in any language.
struct SessionCommand: Command {
    private static let pause = Flag(
        "pause", takes: .text("MS"), "Save when nothing was typed for so many milliseconds, not 800.")

    static let declaration = CommandDeclaration(
        "session", "Hold a note open for another program.",
        discussion: [
            "Reads requests from the standard input, one JSON object a line, and prints one a line: "
                + #"{"op":"edit","start":N,"end":N,"text":"..."}, {"op":"text"}, {"op":"undo"}, "#
                + #"{"op":"redo"}, {"op":"save"}, {"op":"resolve","choice":"..."} and {"op":"close"}. "#
                + #"Offsets count bytes of the text as it is shown: UTF-8, no byte order mark, lines that end "#
                + #"in \n. An edit may name the 'revision' that it was made on: it is moved along with what was "#
                + "changed in front of it since, and refused where its place was changed. The choices are mine, "
                + "theirs, both and merged, the last one with a 'text' where the merge left something to decide. A "
                + "conflict is told with a 'token': a 'resolve' with it is refused when a side is another by then.",
            "Each request has one answer, in the order of the requests. It carries 'op', and the 'id' of the "
                + "request where that has one. Lines without 'op' tell what happened by itself: another "
                + "status, an edit by another program, a conflict.",
            "An edit is in the journal of unsaved edits when it is answered, and saved when nothing was typed "
                + "for the pause, or five seconds after it. When the process is killed, the next session of the note brings it back. A note "
                + "that another program changes under unsaved edits is not written until the conflict is "
                + "resolved.",
            "Where notekitd runs and somebody has the note open there, what was typed is saved before this session "
                + "begins, and before each of its saves, and edits wait until that is done. What both have typed since "
                + "the last save of either is a conflict, and it is this session that has it. While the note is in "
                + "conflict there, nothing is written here.",
            "The end of the input, an interrupt and SIGTERM close the note as 'close' does: what is unsaved "
                + "is written. The exit code is 3 when a conflict, and 5 when the disk is in the way of that; "
                + "the edits then stay in the journal. It is 4 when the note is not UTF-8 text.",
            "FILE need not be there; an edit makes it. Its folder must.",
        ],
        operands: [Operand("FILE", .file, "The note.")], groups: [.optional(pause)],
        examples: [#"notekit session todo.md <<< '{"op":"edit","start":0,"end":0,"text":"Milk\n"}'"#])

    private let file: NotePath
    private var options = SessionOptions()

    init(_ arguments: Arguments) throws(UsageError) {
        file = try arguments.path(0)
        options.keeper = Program.keeper
        options.holdingOthers = Self.hold
        guard let pause = try arguments.number(of: Self.pause, in: 0...86_400_000) else { return }
        options.timing.pause = .milliseconds(pause)
        options.timing.limit = max(options.timing.limit, options.timing.pause)
    }

    /// Has the daemon hold the note still while it is written.
    @Sendable private static func hold(_ file: NotePath) throws(FileError) -> @Sendable () -> Void {
        let standstill = Program.standstill(of: file)
        guard standstill.refusal(of: file) == nil else {
            _ = standstill.release()
            throw FileError(
                .save, file, call: "vault/hold", code: .busy,
                because: "it is open in notekitd with edits that are not saved")
        }
        return { standstill.end(file) }
    }

    func run() throws -> ExitCode {
        guard let bell = Bell() else {
            throw Refusal(.usage, "not-read", about: file, "The process may open no more files.")
        }
        let ending = Ending()
        Signals.whenAsked { _ in
            ending.ask()
            bell.ring()
        }
        let vault: NotePath
        do throws(FileError) {
            vault = try NotePlace(of: file).vault
        } catch {
            throw Refusal(.usage, "not-read", about: file, error.description)
        }
        // So that the session begins with what was typed elsewhere.
        _ = Program.standstill(of: file).release()
        let (requests, output) = (SessionRequests { bell.ring() }, OutputQueue { bell.ring() })
        let session = NoteSession(at: file, options: options)
        Task {
            var talk = SessionTalk(with: session, in: vault, requests: requests, output: output)
            ending.set(await talk.run())
            bell.ring()
        }
        // Reading blocks, which none of the threads may on which tasks run: so this one does it.
        var input = SessionInput(requests, wakenBy: bell)
        input.run { ending.isAsked || ending.code != nil }
        while ending.code == nil {
            if ending.isAsked { output.losePatience() }
            _ = bell.wait()
        }
        var tries = 20
        while output.isBusy, tries > 0 {
            // Who was told to end does not wait long for the reader.
            _ = bell.wait(milliseconds: ending.isAsked ? 50 : -1)
            if ending.isAsked { tries -= 1 }
        }
        return code(ending.code ?? .usage, after: input.failure, and: output.failure)
    }

    private func code(_ code: ExitCode, after input: Int32?, and output: Int32) -> ExitCode {
        if let input {
            StandardError.write("notekit: The requests were not read to their end: \(sentence(input)).\n")
        }
        if output == EPIPE, code == .fine { Signals.end(by: SIGPIPE) }
        if output != 0, output != EPIPE {
            StandardError.write(
                "notekit: the answer was not written to the standard output: \(sentence(output)).\n")
        }
        return code == .fine && (input != nil || output != 0) ? .usage : code
    }

    private func sentence(_ number: Int32) -> String { String(cString: strerror(number)) }

    static let isAlwaysJSON = true

    static func json(of refusal: Refusal) -> [UInt8] {
        SessionLine.error(SessionRefusal(refusal.code, refusal.message), 0)
    }
}

/// Whether a session was told to end and how it ended, for the thread that waits for both.
private final class Ending: Sendable {
    private let asked = Atomic(false)
    private let ended = Mutex<ExitCode?>(nil)

    /// Whether an interrupt asked for the end.
    var isAsked: Bool { asked.load(ordering: .relaxed) }
    /// Nil while it goes on.
    var code: ExitCode? { ended.withLock { $0 } }

    func ask() { asked.store(true, ordering: .relaxed) }
    func set(_ code: ExitCode) { ended.withLock { $0 = code } }
}
