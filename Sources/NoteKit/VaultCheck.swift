// SPDX-License-Identifier: MIT
// The vault no-op check: proof that opening every note of a vault would change nothing.

public import NoteFiles
internal import NoteSyntax
internal import Synchronization

/// Opens every note of a vault, hands its text back unchanged, and proves that nothing would be
/// written and that nothing was.
///
/// It never writes. Memory holds the facts of each file twice, and one note for each worker.
public struct VaultCheck: Sendable {
    /// The vault.
    public var vault: NotePath
    /// How many threads work.
    public var jobs: Int

    private let disk: NoteDisk

    /// Prepares a check.
    ///
    /// - Parameters:
    ///   - vault: A folder, or a link to one.
    ///   - jobs: How many threads work; nil for one on each processor.
    public init(vault: NotePath, jobs: Int? = nil) {
        self.init(vault: vault, jobs: jobs, calls: LinuxCalls())
    }

    /// The same through other calls, as tests do.
    package init(vault: NotePath, jobs: Int? = nil, calls: any FileCalls) {
        self.vault = vault
        self.jobs = max(1, jobs ?? Workers.processors)
        disk = NoteDisk(stateFolder: StateFolder.standard, calls: calls)
    }

    /// Checks the vault.
    ///
    /// Of each note: it is opened and read, its text handed back unchanged would write nothing, an
    /// edit of the first line, the middle one, the last and each oddly ended one changes only that
    /// line, and undoing it restores the bytes; it is parsed and styled, and every range of its tree and
    /// of its styles lies in the note, on the boundaries of characters, ordered and nested. Of each file and folder that is not hidden: identity,
    /// size, mode, owner, link count and times are the same afterwards, of notes the extended
    /// attributes too, of folders the names in them. Attributes are read again where an unmoved change
    /// time does not prove that they are the same, see `ChangeTimeTrust`. Access times of files are
    /// compared where this user may ask for them to stay (`O_NOATIME`); never those of folders, which
    /// whoever else lists them moves, nor of symbolic links, which following moves.
    ///
    /// System calls: `openat(2)`, `getdents64(2)`, `statx(2)`, `pread(2)`, `flistxattr(2)`,
    /// `fgetxattr(2)`; for a note that changes just then also `fcntl(2)` with `F_SETLEASE`.
    ///
    /// - Parameters:
    ///   - progress: Called now and then on the calling thread, and at the end with all notes done.
    ///   - isCancelled: Asked now and then on the calling thread.
    /// - Throws: `FileError` when the vault cannot be listed, and with code `.tooManyOpenFiles` when anything
    ///   in it cannot be opened for that reason; `CancellationError` after `isCancelled` answered true.
    public func run(
        progress: ((Progress) -> Void)? = nil, isCancelled: (() -> Bool)? = nil
    ) throws -> Report {
        try run(with: NoteText.self, progress: progress, isCancelled: isCancelled)
    }

    /// The same with a text that may be a bad one.
    func run<Text: CheckedText>(
        with text: Text.Type, progress: ((Progress) -> Void)? = nil, isCancelled: (() -> Bool)? = nil
    ) throws -> Report {
        let start = (monotonic: disk.calls.monotonicTime(), wall: disk.calls.wallClock())
        let root = try FolderScan.open(vault, disk.calls)
        let before = try scan()
        let notes = before.indices.filter { before.isMatch(at: $0) }
        let watch = CheckWatch(total: notes.count, progress: progress, isCancelled: isCancelled)
        let finding = Mutex(NoteExaminer<Text>.Finding())
        let queue = WorkQueue(notes.indices, share: 64)
        let place = root.number
        Workers.run(queue.workers(atMost: jobs)) { worker in
            var examiner = NoteExaminer<Text>(of: before, root: place, disk: disk)
            while !watch.isCancelled, let share = queue.take() {
                for place in share { examiner.examine(notes[place]) }
                watch.count(share.count, isCallingThread: worker == 0)
            }
            let found = examiner.finding
            finding.withLock { $0.add(found) }
        }
        let found = finding.withLock { $0 }
        if watch.isCancelled { throw CancellationError() }
        if let fault = found.fault { throw fault }
        let after = try scan()
        let comparison = VaultComparison(
            before: before, attributes: found.attributes, loud: found.loud, unseen: found.unseen,
            after: after,
            trust: ChangeTimeTrust(in: before, root: root, since: start.wall, calls: disk.calls),
            attributesAfter: { notes throws(FileError) in try attributes(of: notes, in: after, place) })
        let moved = try comparison.failures()
        _ = root.close()
        watch.finish()
        let seconds = Double(disk.calls.monotonicTime() - start.monotonic) / 1e9
        let skipped = Set(before.skipped + after.skipped.filter(\.reason.isUnseen))
        return report(found, skipped, moved, seconds: seconds)
    }

    private func scan() throws(FileError) -> FolderScan {
        try FolderScan(
            of: vault, jobs: jobs, matching: { NoteName.isNote($0) }, includingOthers: true,
            calls: disk.calls)
    }

    /// Digests of the extended attributes of notes, by index; zero for a note without any. A note that
    /// cannot be opened is left out.
    private func attributes(
        of notes: [Int], in scan: FolderScan, _ root: Int32
    ) throws(FileError) -> [Int: UInt64] {
        let queue = WorkQueue(notes.indices, share: 64)
        let all = Mutex<[Int: UInt64]>([:])
        let fault = Mutex<FileError?>(nil)
        let calls = disk.calls
        Workers.run(queue.workers(atMost: jobs)) { _ in
            var door = FileDoor(of: scan, root: root, calls: calls)
            var digest = AttributeDigest(calls: calls)
            while let share = queue.take() {
                for index in notes[share] {
                    let number = door.open(index)
                    guard number >= 0 else {
                        if let want = scan.wantOfFiles(answer: number, at: index) {
                            fault.withLock { $0 = want }
                        }
                        continue
                    }
                    let file = OpenFile(owning: number, calls: calls)
                    let attributes = digest.digest(of: file.number)
                    all.withLock { $0[index] = attributes }
                }
            }
        }
        if let fault = fault.withLock({ $0 }) { throw fault }
        return all.withLock { $0 }
    }

    private func report<Text>(
        _ found: NoteExaminer<Text>.Finding, _ skipped: Set<FolderScan.Skipped>, _ moved: [Failure],
        seconds: Double
    ) -> Report {
        var report = Report(vault: vault)
        report.notes = found.notes
        report.bytes = found.bytes
        report.unreadable = found.unreadable.sorted { $0.path < $1.path }
        report.failures = (found.failures + moved).sorted {
            ($0.path, $0.reason) < ($1.path, $1.reason)
        }
        let passedOver = skipped.map {
            Skipped(path: $0.path, reason: $0.reason.description, isUnseen: $0.reason.isUnseen)
        }
        report.skipped = (passedOver + found.skipped).sorted { ($0.path, $0.reason) < ($1.path, $1.reason) }
        report.seconds = seconds
        report.stylingSeconds = Double(found.styling) / 1e9
        return report
    }
}
