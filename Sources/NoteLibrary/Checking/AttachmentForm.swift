// SPDX-License-Identifier: MIT
// Which files of a vault are attachments that a note should name.

internal import NoteFiles
internal import NoteKit

/// Decides by name and place. A vault that is a repository too holds files that belong to no note.
struct AttachmentForm: Sendable {
    /// What Obsidian shows, and what people attach besides.
    private static let endings: Set<String> = [
        "avif", "bmp", "gif", "heic", "jpeg", "jpg", "png", "svg", "tif", "tiff", "webp", "excalidraw",
        "drawio",
        "3gp", "aac", "flac", "m4a", "mp3", "oga", "ogg", "opus", "wav", "mkv", "mov", "mp4", "ogv", "webm",
        "pdf", "epub", "doc", "docx", "odp", "ods", "odt", "ppt", "pptx", "rtf", "xls", "xlsx", "7z", "zip",
    ]
    /// What shows other files, and is shown by itself.
    private static let views: Set<String> = ["canvas", "base"]

    private let settings: VaultSettings

    init(_ settings: VaultSettings) { self.settings = settings }

    /// Whether a file that is no note is one: by its ending, or in the attachment folder of the vault.
    func isAttachment(_ path: NotePath) -> Bool {
        let name = path.name.bytes
        guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > 0 else { return false }
        let ending = String(decoding: name[(dot + 1)...], as: UTF8.self).lowercased()
        if Self.views.contains(ending) { return false }
        return Self.endings.contains(ending) || isInFolder(path)
    }

    private func isInFolder(_ path: NotePath) -> Bool {
        // A folder below each note's own is known by its name.
        let text = settings.attachmentFolder
        guard text != "/", text != ".", text != "./", let file = VaultPath(path) else { return false }
        if text.hasPrefix("./") {
            return file.folder.name.elementsEqual(text.utf8.split(separator: UInt8(ascii: "/")).last ?? [])
        }
        return VaultPath.top.followed(by: Array(text.utf8)).map { file.isBelow($0) } ?? false
    }
}
