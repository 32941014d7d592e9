// SPDX-License-Identifier: MIT
// Where exported notes go.

internal import Glibc
internal import NoteExporting
internal import NoteKit
internal import NoteProgram

/// A folder, a file, something that is no regular file, or the standard output.
enum ExportTarget: Sendable {
    /// Files by the notes' names.
    case folder(ExportFolder)
    /// One file, put there in one step.
    case file(OutputFile)
    /// A device or a pipe, which is written as it comes.
    case stream(NotePath)
    /// The standard output.
    case output

    /// The word for the standard output.
    static let standardOutput = NotePath("-")

    var isStandardOutput: Bool { if case .output = self { true } else { false } }

    /// Decides by what was named and what is there; makes the folder where one is meant and none is there.
    ///
    /// System calls: `stat(2)`, `lstat(2)`, `mkdir(2)`, those of `OutputPlace` and `OutputFile.replaced`.
    ///
    /// - Throws: `UsageError` where OUT cannot be meant, `FileError` where the folder cannot be made.
    init(_ out: NotePath?, for sources: ExportSources, as format: ExportCommand.Format) throws {
        let isMany = sources.hasFolder || sources.sources.count > 1
        guard let out else {
            self = .folder(try Self.currentFolder())
            return
        }
        if out == Self.standardOutput {
            guard !isMany else { throw Self.error("Only one note can go to the standard output.") }
            self = .output
            return
        }
        var facts = stat()
        let isThere = out.withCString { stat($0, &facts) } == 0
        let isFolder = isThere && facts.st_mode & S_IFMT == S_IFDIR
        if isFolder || isMany || out.bytes.last == UInt8(ascii: "/") {
            if isThere, !isFolder { throw Self.error("'\(out)' is no folder, and several notes need one.") }
            if format == .md, try OutputPlace(of: out).isAmongNotes(of: sources.folders) {
                throw Self.error(
                    "Markdown files in '\(out)' would be notes of what is exported or of the vault: "
                        + "name a folder outside of it.")
            }
            if !isThere { try Self.make(out) }
            self = .folder(ExportFolder(out))
        } else if isThere, facts.st_mode & S_IFMT != S_IFREG {
            self = .stream(out)
        } else {
            let file = try OutputFile(out, for: sources.sources.first?.file, as: format)
            do {
                _ = try file.replaced()
            } catch let refusal as OutputFile.Refusal {
                throw Self.error(refusal.description)
            }
            self = .file(file)
        }
    }

    private static func currentFolder() throws -> ExportFolder {
        let here = NotePath(".")
        if try OutputPlace(of: here).isInVault {
            throw error("The current folder lies in a vault: say with --output where the files are to go.")
        }
        return ExportFolder(here)
    }

    /// Makes a folder, and those above that are not there.
    private static func make(_ folder: NotePath) throws(FileError) {
        if folder.withCString({ mkdir($0, 0o777) }) == 0 || errno == EEXIST { return }
        guard errno == ENOENT, folder != folder.folder else {
            throw FileError(.create, folder, call: "mkdir", answer: -Int(errno))
        }
        try make(folder.folder)
        guard folder.withCString({ mkdir($0, 0o777) }) != 0, errno != EEXIST else { return }
        throw FileError(.create, folder, call: "mkdir", answer: -Int(errno))
    }

    private static func error(_ sentence: String) -> UsageError {
        UsageError(sentence, command: ExportCommand.declaration)
    }
}
