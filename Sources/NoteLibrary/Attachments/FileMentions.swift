// SPDX-License-Identifier: MIT
// Which notes of a vault name a file, so that it is not removed under them.

internal import NoteFiles
internal import NoteJSON
internal import NoteKit
internal import NoteMarkdown

/// The notes that name a file: in the list of their attachments, as the value of another property, such as their
/// drawing, or by a link or an embed. Every note is read, and parsed unless not even the letters of the name are
/// in it, however they are written: who is missed here loses a file.
///
/// Whoever might mean the file counts: where another file of the same name lies elsewhere, a link to that keeps
/// this one as well. Canvases and bases that hold the name count too, and so does a base within a note.
struct FileMentions {
    private let file: NotePath
    private let key: String
    private let name: [UInt8]

    init(of file: NotePath) {
        self.file = file
        name = file.name.bytes
        key = VaultNames.key(of: file)
    }

    /// The notes and canvases that name the file, in the order of their paths; all but one note
    /// where that is given.
    ///
    /// Reads the vault. What cannot be read counts as naming it, for that cannot be told.
    ///
    /// - Parameter isWide: Whether folders below are looked into: the folder of a note that is in no vault may
    ///   be somebody's home.
    func paths(
        in vault: NotePath, isWide: Bool, except note: NotePath? = nil, on disk: NoteDisk
    ) throws(LibraryError) -> [NotePath] {
        do {
            let paths =
                isWide
                ? try notes(in: vault, but: note, disk) + canvases(in: vault, disk)
                : try disk.names(in: vault, where: Self.mayName)
                    .filter { $0 != note && isNamed(in: $0, of: vault, on: disk) }
            return paths.sorted()
        } catch let error as FileError {
            throw LibraryError(error)
        } catch {
            throw LibraryError(.other, vault, "The notes of '\(vault)' were not read: \(error)")
        }
    }

    /// The notes of the vault that name the file, and those of which that cannot be told.
    private func notes(in vault: NotePath, but note: NotePath?, _ disk: NoteDisk) throws -> [NotePath] {
        let letters = KeyedText([key])
        var found: [NotePath] = []
        let report = try VaultReader(vault: vault, calls: disk.calls).read { path, bytes in
            guard path != note, letters.mayHold(bytes) || Self.mayHoldMarker(bytes) else { return nil }
            return isNamed(inNote: Array(bytes)) ? path : nil
        } use: {
            found.append($0)
        }
        let unknown = report.unreadable.map(\.path) + report.skipped.filter(\.isUnseen).map(\.path)
        return found
            + unknown.filter {
                $0 != note && NotesFolder.isNote($0) && isNamed(in: $0, of: vault, on: disk)
            }
    }

    /// Whether a placement may stand there that means a file by a number, `{{attachment:UUID}}`.
    private static func mayHoldMarker(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        bytes.indices.dropLast().contains {
            bytes[$0] == UInt8(ascii: "{") && bytes[$0 + 1] == UInt8(ascii: "{")
        }
    }

    private func canvases(in vault: NotePath, _ disk: NoteDisk) throws(FileError) -> [NotePath] {
        try FolderScan(
            of: vault,
            matching: { name in
                let name = NotePath(bytes: Array(name))
                return Self.mayName(name) && !NotesFolder.isNote(name)
            }, includingOthers: false, calls: disk.calls
        ).map(\.path).filter { isNamed(in: $0, of: vault, on: disk) }
    }

    private static func mayName(_ name: NotePath) -> Bool {
        guard name.bytes.first != UInt8(ascii: ".") else { return false }
        return NotesFolder.isNote(name) || CanvasRewriting.isCanvas(name) || NamingText.isBase(name)
    }

    private func isNamed(in path: NotePath, of vault: NotePath, on disk: NoteDisk) -> Bool {
        do throws(FileError) {
            let bytes = try disk.read(vault.appending(path)).bytes
            if NamingText.isBase(path) { return NamingText(bytes).names(file) }
            return CanvasRewriting.isCanvas(path) ? isNamed(inCanvas: bytes) : isNamed(inNote: bytes)
        } catch {
            return error.code != .missing
        }
    }

    /// Whether a note names the file.
    func isNamed(inNote bytes: [UInt8]) -> Bool {
        if AttachmentList(of: bytes).names.contains(where: means) { return true }
        var named = NamedFiles()
        for property in NoteProperties(of: bytes).properties {
            switch property.value {
            case .list(let texts): for text in texts { named.insert(written: text) }
            case .text(let text?): named.insert(written: text)
            default: break
            }
        }
        let source = InlineAttachmentSource([String(decoding: name, as: UTF8.self)])
        return bytes.withUnsafeBufferPointer { buffer in
            let tree = MarkdownTree(parsing: buffer)
            let isLinked = tree.links(in: buffer).contains { link in
                VaultNames.keys(of: link.target, written: LinkStyle(link.kind)).contains(key)
            }
            if isLinked { return true }
            for value in HTMLAttributes.values(of: ["src", "href"], in: buffer) {
                named.insert(written: value)
            }
            if named.hold(file) { return true }
            return MarkdownDocument(tree, of: buffer).blocks.contains { block in
                switch block.kind {
                case .attachment(let identity):
                    return source.name(of: .record(identity)) != nil
                case .html: return block.textBytes.contains(name)
                case .codeBlock("base"): return NamingText(block.textBytes).names(file)
                default: return false
                }
            }
        }
    }

    private func isNamed(inCanvas bytes: [UInt8]) -> Bool {
        if NamingText(bytes).names(file) { return true }
        do throws(JSONError) {
            return isNamed(in: try JSONValue(parsing: bytes))
        } catch {
            // Other readers may be less strict, and a name may be written in escapes.
            return bytes.contains(UInt8(ascii: "\\"))
        }
    }

    /// Whether a text of a canvas, be it a path or the writing of a card, names the file.
    private func isNamed(in value: JSONValue) -> Bool {
        switch value {
        case .string(let text):
            var named = NamedFiles()
            named.insert(written: text)
            return named.hold(file) || isNamed(inNote: Array(text.utf8))
        case .array(let values): return values.contains(where: isNamed)
        case .object(let object): return object.members.contains { isNamed(in: $0.value) }
        case .null, .truth, .whole, .number: return false
        }
    }

    /// Whether a name means the file, whatever its case and the form of its accents.
    private func means(_ other: String) -> Bool {
        guard !other.utf8.contains(0) else { return false }
        return VaultNames.key(of: NotePath(other)) == key
    }
}

extension Collection where Element == UInt8 {
    /// Whether some bytes occur here.
    fileprivate func contains(_ part: [UInt8]) -> Bool {
        indices.contains { self[$0...].starts(with: part) }
    }
}
