// SPDX-License-Identifier: MIT
// A vault as a check of its links sees it: files, folders, and what of them notes should name.

internal import NoteFiles
internal import NoteKit

/// The files and folders of a vault before its notes are read.
struct VaultMap: Sendable {
    let names: VaultNames
    private let folders: Set<NotePath>
    let noteCount: Int
    /// What can be told from names alone.
    let findings: [LinkFinding]
    /// The files that notes should name.
    let attachments: [NotePath]
    let canvases: [NotePath]
    let bases: [NotePath]

    /// Looks at a vault.
    init(of vault: NotePath, on disk: NoteDisk) throws(FileError) {
        let scan = try FolderScan(
            of: vault, jobs: nil, matching: { _ in true }, includingOthers: false, calls: disk.calls)
        let settings = VaultSettings(of: vault, on: disk)
        names = VaultNames(scan.lazy.map(\.path), settings: settings)
        let folderPaths = scan.folders.map(\.path)
        folders = Set(folderPaths)
        let folderNames = VaultNames(folderPaths)
        let form = AttachmentForm(settings)
        var found: [LinkFinding] = []
        var attachments: [NotePath] = []
        var canvases: [NotePath] = []
        var bases: [NotePath] = []
        var notes = 0
        for path in scan.lazy.map(\.path) {
            found += Self.alike(path, among: names)
            let isNote = NotesFolder.isNote(path)
            if isNote { notes += 1 }
            if CanvasRewriting.isCanvas(path) { canvases.append(path) }
            if NamingText.isBase(path) { bases.append(path) }
            if let copy = ConflictCopy(name: path) {
                found.append(
                    LinkFinding(
                        .conflictCopy, path, target: copy.original.description,
                        "a second version of '\(copy.original)', left by \(copy.tool)"))
            } else if !isNote, form.isAttachment(path) {
                attachments.append(path)
            }
        }
        for path in folderPaths { found += Self.alike(path, among: folderNames) }
        findings = found
        self.attachments = attachments
        self.canvases = canvases
        self.bases = bases
        noteCount = notes
    }

    private static func alike(_ path: NotePath, among names: VaultNames) -> [LinkFinding] {
        names.files(alike: path).filter { $0 != path }.prefix(1).map { other in
            LinkFinding(
                .ambiguous, path, target: other.description,
                "its name differs from '\(other)' in case or in the form of accents only")
        }
    }

    /// Whether a link that leads to no file leads to a folder of the vault, or where a vault has no say: out of
    /// it, or to what is hidden.
    func isFolderOrForeign(_ link: String, from note: NotePath) -> Bool {
        let written = PercentCoding.decoded(Array(link.utf8)) ?? Array(link.utf8)
        let hidden = written.split(separator: UInt8(ascii: "/")).contains { name in
            name.first == UInt8(ascii: ".") && !name.elementsEqual(".".utf8) && !name.elementsEqual("..".utf8)
        }
        guard !hidden, let folder = VaultPath(note)?.folder else { return true }
        guard let place = folder.followed(by: written), let fromTop = VaultPath.top.followed(by: written)
        else {
            return true
        }
        return folders.contains(place.path) || folders.contains(fromTop.path)
    }
}
