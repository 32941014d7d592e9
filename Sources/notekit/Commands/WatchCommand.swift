// SPDX-License-Identifier: MIT
// `notekit watch`.

internal import NoteKit
internal import NoteProgram
internal import Synchronization

/// Tells what changes in a vault, until it is interrupted.
struct WatchCommand: Command {
    private static let json = Flag("json", "Print one JSON object a line.")
    private static let settle = Flag(
        "settle", takes: .text("MS"),
        "Tell a note when nothing happened to it for so many milliseconds; 50 without this flag.")

    static let declaration = CommandDeclaration(
        "watch", "Tell what changes in a vault, as it changes.",
        discussion: [
            "Prints a line for each note that is created, changed, removed or moved. A save is one change, "
                + "however the other program writes; a file that comes and goes at once is not told. A note "
                + "that is told as changed or moved may hold the same bytes as before.",
            "With --json the first line says that everything is watched from now on, with the number of notes and "
                + "folders; each line after it holds the changes of one moment and what hinders the watch.",
            "Where watching is hindered, as by a limit of the system or on a network, it looks every two seconds "
                + "and says why, on the standard error without --json. An interrupt ends it with exit code 0.",
        ],
        operands: [Operand("VAULT", .folder, "The folder of notes.")],
        groups: [.optional(json), .optional(settle)],
        examples: ["notekit watch ~/notes", "notekit watch --json ~/notes | jq -c '.batch[]?'"])

    private let vault: NotePath
    private let isJSON: Bool
    private let settling: Int

    init(_ arguments: Arguments) throws(UsageError) {
        vault = try arguments.path(0)
        isJSON = arguments.has(Self.json)
        settling = try arguments.number(of: Self.settle, in: 0...60_000) ?? 50
    }

    func run() throws -> ExitCode {
        let watcher = NotesFolder.watcher(of: vault, settling: .milliseconds(settling))
        // A failure to print ends the watch, and has been told.
        let failure = Mutex<ExitCode?>(nil)
        let words: any WatchWords = isJSON ? WatchLines(vault: vault) : WatchTable()
        func say(_ bytes: [UInt8]) {
            let code = StandardOutput.write(bytes)
            guard code != .fine else { return }
            failure.withLock { $0 = code }
            watcher.stop()
        }
        Signals.whenAsked { _ in watcher.stop() }
        var degraded: [WatchDegradation] = []
        func tell(_ hindrances: [WatchDegradation]) {
            if !isJSON, hindrances != degraded {
                StandardError.write(WatchTable.sentence(for: hindrances, by: "notekit"))
            }
            degraded = hindrances
        }
        try watcher.runHere { notes, folders, hindrances in
            tell(hindrances)
            say(words.ready(notes: notes, folders: folders, hindrances))
        } handle: { batch in
            tell(batch.degraded)
            say(words.batch(batch))
        }
        return failure.withLock { $0 } ?? .fine
    }
}
