// SPDX-License-Identifier: MIT
// Where exported notes go.

internal import Glibc
internal import NoteExporting
internal import NoteKit

/// A folder, a file, something that is no regular file, or the standard output.
enum ExportTarget: Sendable {
    /// Files by the notes' names.
    case folder(ExportFolder)
    /// One file, replaced in one step.
    case file(NotePath)
    /// A device or a pipe, which is written as it comes.
    case stream(NotePath)
    /// The standard output.
    case output

    /// The word for the standard output.
    static let standardOutput = NotePath("-")

    var isStandardOutput: Bool { if case .output = self { true } else { false } }

    /// Decides by what was named and what is there; makes the folder where one is meant and none is there.
    ///
    /// System calls: `stat(2)`, `mkdir(2)`.
    ///
    /// - Throws: `UsageError` where OUT cannot be meant, `FileError` where the folder cannot be made.
    init(_ out: NotePath?, for sources: ExportSources, extension kind: String) throws {
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
            if !isThere { try Self.make(out) }
            self = .folder(ExportFolder(out))
        } else if isThere, facts.st_mode & S_IFMT != S_IFREG {
            self = .stream(out)
        } else {
            if isThere, let source = sources.sources.first {
                try Self.refuseNote(out, facts, source.file)
            }
            self = .file(out)
        }
    }

    private static func currentFolder() throws -> ExportFolder {
        let here = NotePath(".")
        if try NotePlace(of: here.appending(NotePath("note.md"))).isInVault {
            throw error("The current folder lies in a vault: say with --output where the files are to go.")
        }
        return ExportFolder(here)
    }

    private static func make(_ folder: NotePath) throws(FileError) {
        guard folder.withCString({ mkdir($0, 0o777) }) != 0, errno != EEXIST else { return }
        throw FileError(.create, folder, call: "mkdir", answer: -Int(errno))
    }

    /// A note is never replaced by an export: neither the one that is exported nor one in a vault.
    private static func refuseNote(_ out: NotePath, _ facts: stat, _ note: NotePath) throws {
        var own = stat()
        let isOwn =
            note.withCString { stat($0, &own) } == 0 && own.st_dev == facts.st_dev
            && own.st_ino == facts.st_ino
        let isOther = NotesFolder.isNote(out) ? try NotePlace(of: out).isInVault : false
        if isOwn || isOther { throw error("'\(out)' is a note, and an export replaces none.") }
    }

    private static func error(_ sentence: String) -> UsageError { UsageError(sentence, command: "export") }
}
