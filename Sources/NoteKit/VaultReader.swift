// SPDX-License-Identifier: MIT
// One pass over every note of a vault, on several threads, with what comes of it in order.

public import NoteFiles
internal import NoteSyntax
internal import Synchronization

/// Reads every note of a vault once and hands on what the caller makes of each, ordered by path.
///
/// It never writes. Memory holds the list of the vault, one note for each thread, and what was made of
/// a few thousand notes at most.
///
/// ```swift
/// var tags: [String: Int] = [:]
/// try VaultReader(vault: NotePath("/home/ada/notes")).read { _, bytes in
///     MarkdownTree(parsing: bytes).tags(in: bytes).map(\.name)
/// } use: { names in
///     for name in names { tags[name, default: 0] += 1 }
/// }
/// ```
public struct VaultReader: Sendable {
    /// The vault.
    public var vault: NotePath
    /// How many threads work.
    public var jobs: Int

    private let disk: NoteDisk

    /// Prepares a pass.
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

    /// Reads the vault.
    ///
    /// Access times stay where this user may ask for that (`O_NOATIME`).
    ///
    /// System calls: those of `FolderScan`, and for each note `openat(2)` and `pread(2)`; for a note that
    /// changes just then also `fcntl(2)` with `F_SETLEASE`.
    ///
    /// - Parameters:
    ///   - make: What to make of a note that is UTF-8, from its path below the vault and the bytes of its
    ///     file, which are valid during the call; nil for nothing. Called on any of the threads.
    ///   - use: Takes what was made, in the order of the paths. Called on the calling thread only. It may
    ///     throw to end the pass.
    /// - Returns: What was read and what was left out.
    /// - Throws: `FileError` when the vault cannot be listed, before anything is made, and with code
    ///   `.tooManyOpenFiles`, at the end, when a note could not be opened for that reason; what `use`
    ///   throws.
    @discardableResult
    public func read<Made: Sendable>(
        making make: @Sendable (NotePath, UnsafeBufferPointer<UInt8>) -> Made?,
        use: (Made) throws -> Void
    ) throws -> Report {
        try read(only: nil, making: make, use: use)
    }

    /// The same for some notes.
    ///
    /// - Parameter paths: The notes, as paths below the vault; nil for all. Others are not opened, and the
    ///   report counts those alone that were.
    @discardableResult
    package func read<Made: Sendable>(
        only paths: Set<NotePath>?, making make: @Sendable (NotePath, UnsafeBufferPointer<UInt8>) -> Made?,
        use: (Made) throws -> Void
    ) throws -> Report {
        let root = try FolderScan.open(vault, disk.calls)
        let names = paths.map { Set($0.map(\.name)) }
        let scan = try FolderScan(
            of: vault, jobs: jobs,
            matching: { name in
                NoteName.isNote(name) && names?.contains(NotePath(bytes: Array(name))) ?? true
            }, includingOthers: false, calls: disk.calls)
        let indices = scan.indices.filter { paths?.contains(scan.path(at: $0)) ?? true }
        let outcome = withoutActuallyEscaping(use) { use in
            read(indices, of: scan, root: root.number, make, use)
        }
        _ = root.close()
        return try outcome.get()
    }

    private func read<Made: Sendable>(
        _ indices: [Int], of scan: FolderScan, root: Int32,
        _ make: @Sendable (NotePath, UnsafeBufferPointer<UInt8>) -> Made?,
        _ use: @escaping (Made) throws -> Void
    ) -> Result<Report, any Error> {
        let all = Mutex(Report())
        let failure = Mutex<(any Error)?>(nil)
        let hasFailed = Atomic<Bool>(false)
        let share = 32
        let queue = WorkQueue(indices.indices, share: share)
        let shares = (indices.count + share - 1) / share
        let order = ShareOrder<[Made]>(reach: 64)
        // SAFETY: called by worker 0 only, which runs on the calling thread.
        nonisolated(unsafe) let use = use
        Workers.run(queue.workers(atMost: jobs)) { worker in
            var reader = NoteReader(of: scan, root: root, disk: disk)
            var report = Report()
            var used = 0
            /// Takes what is ready; waits for it where this worker is far ahead, or has nothing else to do.
            func takeReady(after number: Int?) {
                while used < shares,
                    let made = order.take(waiting: number.map { order.isFar($0) } ?? true)
                {
                    used += 1
                    do {
                        for one in made { try use(one) }
                    } catch {
                        failure.withLock { $0 = error }
                        hasFailed.store(true, ordering: .relaxed)
                        order.end()
                        return
                    }
                }
            }
            while !hasFailed.load(ordering: .relaxed), let notes = queue.take() {
                let number = notes.lowerBound / share
                let made = notes.compactMap { report.read(indices[$0], of: scan, with: &reader, make) }
                order.give(made, for: number, isTaker: worker == 0)
                if worker == 0 { takeReady(after: number) }
            }
            if worker == 0, !hasFailed.load(ordering: .relaxed) { takeReady(after: nil) }
            let found = report
            all.withLock { $0.add(found) }
        }
        if let error = failure.withLock({ $0 }) { return .failure(error) }
        var report = all.withLock { $0 }
        if let want = report.want { return .failure(want) }
        report.finish(scan.skipped)
        return .success(report)
    }
}
