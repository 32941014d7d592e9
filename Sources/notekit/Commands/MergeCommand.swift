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
        ],
        operands: [
            Operand("BASE", .file, "What both sides started from."), Operand("MINE", .file, "The one side."),
            Operand("THEIRS", .file, "The other side."),
        ],
        groups: [.optional(output), .optional(markers)],
        examples: ["notekit merge base.md mine.md theirs.md -o merged.md"])

    private let base: NotePath
    private let mine: NotePath
    private let theirs: NotePath
    private let output: NotePath?
    private let hasMarkers: Bool
    private let disk = NoteDisk()

    init(_ arguments: Arguments) throws(UsageError) {
        base = try arguments.path(0)
        mine = try arguments.path(1)
        theirs = try arguments.path(2)
        output = arguments.bytes(of: Self.output).map { NotePath(bytes: $0) }
        if output?.bytes.isEmpty == true { throw arguments.error("OUT is empty.") }
        hasMarkers = arguments.has(Self.markers)
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
        tell(merge, mine: mine, theirs: theirs)
        let code: ExitCode = merge.isClean ? .fine : .found
        guard let output else { return StandardOutput.write(merge.bytes, then: code) }
        if let refusal = standstill?.refusal(of: output) {
            return refused(merge.bytes, output, refusal.message, .conflict)
        }
        return Signals.blocked { write(merge.bytes, to: output, over: before, then: code) }
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

    /// Names the places where the sides contradict each other.
    private func tell(_ merge: ThreeWayMerge, mine: [UInt8], theirs: [UInt8]) {
        guard !merge.isClean else { return }
        let (my, their) = (
            mine.withUnsafeBufferPointer { LineNumbers(of: $0) },
            theirs.withUnsafeBufferPointer { LineNumbers(of: $0) }
        )
        for conflict in merge.conflicts {
            let places = [
                "'\(self.mine)' line \(my.line(at: conflict.mine.lowerBound))",
                "'\(self.theirs)' line \(their.line(at: conflict.theirs.lowerBound))",
            ]
            StandardError.write("notekit: conflict: \(places.joined(separator: ", "))\n")
        }
        StandardError.write("notekit: \(Count.of(merge.conflicts.count, "conflict")).\n")
    }

    private func write(
        _ bytes: [UInt8], to path: NotePath, over before: [UInt8]?, then code: ExitCode
    ) -> ExitCode {
        if let before, before != bytes {
            ReplacedText.keep(before, of: path, edited: disk.modified(path), by: bytes)
        }
        do throws(FileError) {
            let outcome =
                if let before {
                    try disk.replace(path, with: bytes, base: before)
                } else {
                    try disk.create(path, with: bytes)
                }
            guard case .conflict(let conflict) = outcome else { return code }
            return refused(bytes, path, "'\(path)' was not written: \(conflict.reason.sentence).", .conflict)
        } catch {
            return refused(bytes, path, error.description, .notWritten)
        }
    }

    /// Keeps the merged text, and says so.
    private func refused(
        _ bytes: [UInt8], _ path: NotePath, _ reason: String, _ code: ExitCode
    ) -> ExitCode {
        do throws(FileError) {
            let kept = try disk.keep(bytes, of: path, because: .refused)
            StandardError.write("notekit: \(reason) The merged text is kept at '\(kept)'.\n")
        } catch {
            StandardError.write("notekit: \(reason) The merged text could not be kept: \(error)\n")
        }
        return code
    }
}
