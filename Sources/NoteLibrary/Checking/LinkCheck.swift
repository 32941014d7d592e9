// SPDX-License-Identifier: MIT
// Looks for what leads nowhere in a vault.

public import NoteFiles
public import NoteKit
internal import NoteMarkdown

/// Checks what the notes of a vault name: dead links, headings that no link reaches, front matter that is not
/// read as it was meant, conflict copies, attachments that no note names, names that are alike.
///
/// It never writes. Each note is read once, on several threads. Memory holds the names of the vault and 16 bytes
/// for each heading, not the notes.
public struct LinkCheck: Sendable {
    /// The vault.
    public var vault: NotePath
    /// How many threads work.
    public var jobs: Int?

    private let disk: NoteDisk

    /// Prepares a check.
    ///
    /// - Parameters:
    ///   - vault: A folder, or a link to one.
    ///   - jobs: How many threads work; nil for one on each processor.
    public init(vault: NotePath, jobs: Int? = nil) {
        self.vault = vault
        self.jobs = jobs
        disk = NoteDisk()
    }

    /// What a check found. Lists are ordered by path.
    public struct Report: Sendable {
        /// The notes that were read, and what could not be.
        public let reading: VaultReader.Report
        /// What was found.
        public let findings: [LinkFinding]
        /// How long the check took.
        public let seconds: Double
    }

    /// Checks the vault.
    ///
    /// Links to addresses, to folders, out of the vault and to hidden files are not followed, nor those that a
    /// template has yet to write (`{{`, `<%`). A file counts as an attachment by its ending (what Obsidian shows,
    /// and documents), or in the vault's attachment folder. It is named by a link or an embed of a note or a
    /// canvas, by its name in any property or base, or by HTML.
    ///
    /// System calls: those of `FolderScan`, `VaultReader` and `NoteDisk.read`.
    ///
    /// - Parameters:
    ///   - progress: Called now and then on the calling thread, and at the end with all notes done.
    ///   - isCancelled: Asked now and then on the calling thread.
    /// - Throws: `FileError` when the vault cannot be listed, or for want of file descriptors;
    ///   `CancellationError` after `isCancelled` answered true.
    public func run(
        progress: ((_ done: Int, _ total: Int) -> Void)? = nil, isCancelled: (() -> Bool)? = nil
    ) throws -> Report {
        let start = disk.calls.monotonicTime()
        let map = try VaultMap(of: vault, on: disk)
        var findings = map.findings
        var named = NamedFiles()
        var anchors: [NotePath: NoteAnchors] = [:]
        var pending: [CheckedNote.Pending] = []
        var done = 0
        let reading = try VaultReader(vault: vault, jobs: jobs).read { path, bytes in
            CheckedNote(map.names.kept(path) ?? path, bytes, in: map)
        } use: { note in
            findings += note.findings
            named.add(note.named)
            anchors[note.path] = note.anchors
            for link in note.pending {
                // A note without any anchor may just not have been read yet.
                guard let known = anchors[link.file] else {
                    pending.append(link)
                    continue
                }
                if !known.holds(link.subpath) { findings.append(link.finding) }
            }
            done += 1
            guard done.isMultiple(of: 64) else { return }
            progress?(done, map.noteCount)
            if isCancelled?() == true { throw CancellationError() }
        }
        progress?(map.noteCount, map.noteCount)
        // What is not UTF-8 has no headings that could be missing.
        let unreadable = Set(reading.unreadable.map(\.path) + reading.skipped.map(\.path))
        for link in pending
        where !unreadable.contains(link.file) && anchors[link.file]?.holds(link.subpath) != true {
            findings.append(link.finding)
        }
        for path in map.canvases {
            let canvas = CheckedCanvas(path, try bytes(of: path), in: map)
            findings += canvas.findings
            named.add(canvas.named)
        }
        let bases = try map.bases.map { path throws(FileError) in NamingText(try bytes(of: path)) }
        for path in map.attachments where !named.hold(path) && !bases.contains(where: { $0.names(path) }) {
            findings.append(LinkFinding(.orphanedAttachment, path, "no note names it"))
        }
        return Report(
            reading: reading, findings: findings.sorted(by: LinkFinding.isBefore),
            seconds: Double(disk.calls.monotonicTime() - start) / 1e9)
    }

    /// The bytes of a canvas or a base; none where it is gone, or not for this user: it names nothing that he
    /// could see.
    private func bytes(of path: NotePath) throws(FileError) -> [UInt8] {
        do throws(FileError) {
            return try disk.read(vault.appending(path)).bytes
        } catch {
            if error.code == .tooManyOpenFiles { throw error }
            return []
        }
    }
}
