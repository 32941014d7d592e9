// SPDX-License-Identifier: MIT
// Where a vault keeps its attachments, as Obsidian was told.

public import NoteFiles
internal import NoteJSON

/// What of a vault's settings bears on its files.
public struct VaultSettings: Hashable, Sendable {
    /// The setting `attachmentFolderPath`: `/` for the vault's top, `./x` for a folder below each note's own,
    /// else a folder below the top.
    public let attachmentFolder: String

    /// Makes settings; without any, attachments are at the vault's top.
    public init(attachmentFolder: String = "/") { self.attachmentFolder = attachmentFolder }

    /// Reads `.obsidian/app.json`. Settings that are not there or cannot be read are none.
    ///
    /// System calls: those of `NoteDisk.read`.
    public init(of vault: NotePath, on disk: NoteDisk = NoteDisk()) {
        do throws(FileError) {
            try self.init(toWriteIn: vault, on: disk)
        } catch {
            // Obsidian too goes on with its defaults.
            self.init()
        }
    }

    /// The folder in which a note's attachments are, below the vault; empty for its top, nil where the
    /// setting leads out of the vault.
    public func attachmentFolder(of note: VaultPath) -> VaultPath? {
        let isBesideNote = attachmentFolder.utf8.starts(with: "./".utf8) || attachmentFolder == "."
        return (isBesideNote ? note.folder : VaultPath.top).followed(by: Array(attachmentFolder.utf8))
    }

    /// The same for whoever is about to write: settings that are there and cannot be read are not none.
    ///
    /// - Throws: `FileError` as `NoteDisk.read` does, but for a file that is not there; with code `.other` where
    ///   it holds no JSON.
    public init(toWriteIn vault: NotePath, on disk: NoteDisk = NoteDisk()) throws(FileError) {
        let file = vault.appending(Self.file)
        let bytes: [UInt8]
        do throws(FileError) {
            bytes = try disk.read(file).bytes
        } catch {
            guard error.code == .missing else { throw error }
            self.init()
            return
        }
        do throws(JSONError) {
            self.init(attachmentFolder: try Self.folder(in: bytes) ?? "/")
        } catch {
            throw FileError(
                .read, file, call: "read", code: .other, because: "the settings in it are not JSON")
        }
    }

    private static let file = NotePath(".obsidian/app.json")

    private static func folder(in settings: [UInt8]) throws(JSONError) -> String? {
        guard case .object(let settings) = try JSONValue(parsing: settings),
            case .string(let folder) = settings["attachmentFolderPath"]
        else { return nil }
        return folder
    }
}
