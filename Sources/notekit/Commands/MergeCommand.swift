// SPDX-License-Identifier: MIT
// `notekit merge`.

internal import NoteKit
internal import NoteProgram

/// Merges two versions of a note that grew out of a third.
struct MergeCommand: Command {
    private static let output = Flag(
        "output", letter: "o", takes: .text("OUT"), "Write the merged note to this file.")
    private static let markers = Flag(
        "markers", "Put lines of <<<<<<<, ======= and >>>>>>> around conflicts.")

    static let declaration = CommandDeclaration(
        "merge", "Merge two versions of a note that grew out of a third.",
        discussion: [
            "Merges by line, and by word inside lines that both sides changed; the keys of a plain "
                + "frontmatter one by one. Line endings and the byte order mark of each side are respected.",
            "Where the sides contradict each other, the merged text holds both, mine first, and no marker "
                + "unless --markers is given; the places are named on the standard error, and the exit code "
                + "is 1. Without -o the merged text goes to the standard output.",
            "OUT may be one of the three files, and is written as safely as by 'notekit edit': when it "
                + "changes meanwhile, nothing is written, the exit code is 3, and the merged text is kept "
                + "in a file that the answer names. " + Standstill.discussion,
            "JSON has conflicts, each with mine and theirs: the line, and the bytes from start to end of that file. "
                + "Without -o it has text, the merged text; with it the fields of 'notekit edit'.",
        ],
        operands: [
            Operand("BASE", .file, "What both sides started from."), Operand("MINE", .file, "The one side."),
            Operand("THEIRS", .file, "The other side."),
        ],
        groups: [.optional(output), .optional(markers), .optional(.jsonObject)],
        examples: [
            "notekit merge base.md mine.md theirs.md -o merged.md",
            "notekit merge base.md mine.md theirs.md --json",
        ])

    private let base: NotePath
    private let mine: NotePath
    private let theirs: NotePath
    private let output: NotePath?
    private let hasMarkers: Bool
    private let isJSON: Bool
    private let disk = NoteDisk()

    init(_ arguments: Arguments) throws(UsageError) {
        base = try arguments.path(0)
        mine = try arguments.path(1)
        theirs = try arguments.path(2)
        output = arguments.bytes(of: Self.output).map { NotePath(bytes: $0) }
        if output?.bytes.isEmpty == true { throw arguments.error("OUT is empty.") }
        hasMarkers = arguments.has(Self.markers)
        isJSON = arguments.has(.jsonObject)
    }

    func run() throws -> ExitCode {
        guard let output else { return try merge(nil) }
        return try Standstill.during(output) { try merge($0) }
    }

    /// - Parameter standstill: Of OUT; nil where there is none.
    private func merge(_ standstill: Standstill?) throws -> ExitCode {
        if let output { Signals.blocked { CrashRecovery.run(beside: output, on: disk) } }
        // First, so that whatever happens to it from now on is noticed.
        let before = try output.flatMap { path throws(FileError) in try present(path) }
        let (base, mine, theirs) = (
            try OpenNote(at: base, on: disk).base, try OpenNote(at: mine, on: disk).base,
            try OpenNote(at: theirs, on: disk).base
        )
        let merge = ThreeWayMerge(
            base: base, mine: mine, theirs: theirs,
            markers: hasMarkers
                ? MergeMarkers(mine: self.mine.description, theirs: self.theirs.description) : nil)
        let conflicts = MergeConflicts(of: merge, mine: mine, theirs: theirs)
        conflicts.tell(mine: self.mine, theirs: self.theirs)
        let code: ExitCode = merge.isClean ? .fine : .found
        guard let output else {
            return StandardOutput.write(
                isJSON ? conflicts.json(mergedInto: merge.bytes) : merge.bytes, then: code)
        }
        let answer =
            if let refusal = standstill?.refusal(of: output) {
                keeping(merge.bytes, of: output, EditAnswer(.conflict, refusal))
            } else {
                Signals.blocked { write(merge.bytes, to: output, over: before) }
            }
        let isWritten = answer.exitCode == .fine
        if !isWritten { StandardError.write("notekit: \(answer.message)\n") }
        return StandardOutput.write(
            isJSON ? conflicts.json(of: answer) : [], then: isWritten ? code : answer.exitCode,
            done: isWritten ? answer.message : nil)
    }

    /// The bytes of a file; nil where there is none.
    private func present(_ path: NotePath) throws(FileError) -> [UInt8]? {
        do throws(FileError) {
            return try disk.read(path).bytes
        } catch {
            guard error.code == .missing else { throw error }
            return nil
        }
    }

    private func write(_ bytes: [UInt8], to path: NotePath, over before: [UInt8]?) -> EditAnswer {
        var warning: String?
        if let before, before != bytes {
            warning = ReplacedText.keep(before, of: path, edited: disk.modified(path), by: bytes)
        }
        do throws(FileError) {
            let outcome =
                if let before {
                    try disk.replace(path, with: bytes, base: before)
                } else {
                    try disk.create(path, with: bytes)
                }
            let digest = SHA256Digest(of: bytes)
            switch outcome {
            case .saved(let receipt):
                var answer = EditAnswer(
                    status: .saved, exitCode: .fine, digest: digest, receipt: receipt,
                    message: "Saved '\(path)' (\(receipt.summary)). Its digest is now \(digest).")
                answer.warning = warning
                return answer
            case .unchanged:
                return EditAnswer(
                    status: .unchanged, exitCode: .fine, digest: digest,
                    message:
                        "'\(path)' holds that text already. Nothing was written. Its digest is \(digest).")
            case .conflict(let conflict):
                let reason = "'\(path)' was not written: \(conflict.reason.sentence)."
                var answer = EditAnswer(
                    .conflict, Refusal(.conflict, "conflict", about: path, reason))
                (answer.reason, answer.beside) = (conflict.reason, conflict.kept)
                return keeping(bytes, of: path, answer)
            }
        } catch {
            let refusal = Refusal(.notWritten, error.code.description, about: path, error.description)
            return keeping(bytes, of: path, EditAnswer(.failed, refusal))
        }
    }

    /// Keeps the merged text that was not written, and says so.
    private func keeping(_ bytes: [UInt8], of path: NotePath, _ refused: EditAnswer) -> EditAnswer {
        var answer = refused
        do throws(FileError) {
            let kept = try disk.keep(bytes, of: path, because: .refused)
            answer.kept = kept
            answer.message += " The merged text is kept at '\(kept)'."
        } catch {
            answer.message += " The merged text could not be kept: \(error)"
        }
        return answer
    }
}
