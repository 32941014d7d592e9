// SPDX-License-Identifier: MIT
// Which file an export may replace.

internal import Glibc
internal import NoteKit

/// A file that was named for the output.
///
/// What is there is replaced only where it can be nobody's note and no attachment: a regular file of one name,
/// which does not end in `.md`; in a vault nothing but a PDF, and only by a PDF.
struct OutputFile: Sendable {
    /// Why what is there stays.
    struct Refusal: Error, CustomStringConvertible {
        let description: String
    }

    /// As it was named.
    let path: NotePath
    private let note: NotePath?
    private let format: ExportCommand.Format
    private let place: OutputPlace

    /// Looks at nothing but the folder yet.
    ///
    /// - Parameter note: The note that is exported.
    init(_ path: NotePath, for note: NotePath?, as format: ExportCommand.Format) throws(FileError) {
        self.path = path
        self.note = note
        self.format = format
        place = try OutputPlace(of: path.folder)
    }

    /// What would be replaced; nil where nothing is there.
    ///
    /// System calls: those of `NoteDisk.occupant`, `statx(2)`.
    ///
    /// - Throws: `Refusal` where it has to stay, `FileError` where it cannot be looked at.
    func replaced() throws -> NoteSnapshot? {
        let present: NoteSnapshot?
        do throws(FileError) {
            present = try NoteDisk().occupant(of: path)
        } catch {
            guard error.code == .linkLoop else { throw error }
            throw Refusal(description: "'\(path)' is a symbolic link, and an export replaces none.")
        }
        if let reason = present.map(reasonToStay) ?? reasonNotToBe { throw Refusal(description: reason) }
        return present
    }

    /// Puts the bytes there, over nothing but what may be replaced and was looked at.
    ///
    /// - Throws: `Refusal` where what is there has to stay or came there meanwhile, `FileError` as
    ///   `NoteDisk.deliver`.
    func write(_ bytes: [UInt8]) throws {
        guard case .conflict(let conflict) = try NoteDisk().deliver(bytes, to: path, over: try replaced())
        else {
            return
        }
        let kept = conflict.kept.map { " What it held is kept in '\($0)'." }.joined()
        let what =
            conflict.reason == .openForWriting
            ? "Another program is writing '\(path)'." : "Another program changed '\(path)' meanwhile."
        throw Refusal(description: "\(what) It stays as it is.\(kept)")
    }

    private func reasonToStay(_ present: NoteSnapshot) -> String? {
        if Self.isMarkdown(path) || isExported(present) {
            return "'\(path)' is a note, and an export replaces none."
        }
        if present.facts.links != 1 {
            return "'\(path)' has other names (hard links), and an export replaces no such file."
        }
        if place.isInVault, format != .pdf || !Self.isPDF(path) || !present.bytes.starts(with: "%PDF-".utf8) {
            return "'\(path)' lies in a vault, where an export replaces nothing but a PDF by a PDF."
        }
        return nil
    }

    private var reasonNotToBe: String? {
        Self.isMarkdown(path) && place.isAmongNotes(of: [])
            ? "'\(path)' would be a note of the vault: name a place outside of it." : nil
    }

    private func isExported(_ present: NoteSnapshot) -> Bool {
        guard let note else { return false }
        var own = FileFacts()
        return note.withCString { NoteDisk().calls.statx(AT_FDCWD, $0, 0, &own) } == 0
            && own.identity == present.facts.identity
    }

    private static func isMarkdown(_ path: NotePath) -> Bool { ends(path, in: ".md") }
    private static func isPDF(_ path: NotePath) -> Bool { ends(path, in: ".pdf") }

    private static func ends(_ path: NotePath, in ending: String) -> Bool {
        String(decoding: path.name.bytes.suffix(ending.utf8.count), as: UTF8.self).lowercased() == ending
    }
}
