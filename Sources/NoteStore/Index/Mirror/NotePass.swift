// SPDX-License-Identifier: MIT
// How chosen notes are read on several threads, with what comes of them in order.

internal import CNoteLinux
internal import Glibc
internal import NoteFiles
internal import NoteKit
internal import NoteSyntax
internal import Synchronization

/// Reads notes of a vault by their paths.
struct NotePass: Sendable {
    /// What a reading of one note found.
    enum Reading {
        /// UTF-8, valid during the call.
        case text(UnsafeBufferPointer<UInt8>, created: FileTime?)
        /// Not UTF-8.
        case unreadable(UnsafeBufferPointer<UInt8>, created: FileTime?)
        /// It could not be read; why, as a sentence without a full stop.
        case unseen(String)
    }

    let vault: NotePath
    let calls: any FileCalls
    /// How many notes a thread takes at once, and how many of those it may be ahead.
    var share = 32
    var reach = 64
    /// Whether the creation date that a save recorded is wanted, which costs a call.
    var wantsCreation = false

    /// Reads notes, and hands on what the caller makes of each.
    ///
    /// Access times stay where this user may ask for that (`O_NOATIME`).
    ///
    /// System calls: for each note `openat(2)`, `pread(2)`; for one that changes just then those of `NoteDisk.read`.
    ///
    /// - Parameters:
    ///   - paths: Paths below the vault.
    ///   - sizes: How many bytes each had when somebody looked; none where nobody did. A file that has just so many
    ///     is not asked for more.
    ///   - context: Makes what one thread works with.
    ///   - make: Makes something of the note with an index in `paths`. Called on any of the threads.
    ///   - use: Takes it, in the order of `paths`, on the calling thread; false ends the pass.
    /// - Throws: `FileError` when the vault cannot be opened.
    func read<Context, Made: Sendable>(
        _ paths: [NotePath], expecting sizes: [Int] = [], with context: @Sendable () -> Context,
        making make: @Sendable (inout Context, Int, Reading) -> Made, use: (Int, Made) -> Bool
    ) throws(FileError) {
        guard !paths.isEmpty else { return }
        let root = try FolderScan.open(vault, calls)
        withoutActuallyEscaping(use) { use in
            read(paths, sizes, root.number, context, make, use)
        }
        // Nothing was written.
        _ = root.close()
    }

    private func read<Context, Made: Sendable>(
        _ paths: [NotePath], _ sizes: [Int], _ root: Int32, _ context: @Sendable () -> Context,
        _ make: @Sendable (inout Context, Int, Reading) -> Made, _ use: @escaping (Int, Made) -> Bool
    ) {
        let queue = WorkQueue(paths.indices, share: share)
        let shares = (paths.count + share - 1) / share
        let order = ShareOrder<[Made]>(reach: reach)
        let isOver = Atomic<Bool>(false)
        // SAFETY: called by worker 0 only, which runs on the calling thread.
        nonisolated(unsafe) let use = use
        Workers.run(queue.workers(atMost: Workers.processors)) { worker in
            var context = context()
            let reader = NoteBytes(root: root, vault: vault, calls: calls, wantsCreation: wantsCreation)
            var used = 0
            /// Takes what is ready; waits for it where this worker is far ahead, or has nothing else to do.
            func takeReady(after number: Int?) {
                while used < shares, !isOver.load(ordering: .relaxed),
                    let made = order.take(waiting: number.map { order.isFar($0) } ?? true)
                {
                    for (offset, one) in made.enumerated() where !use(used * share + offset, one) {
                        isOver.store(true, ordering: .relaxed)
                        order.end()
                        return
                    }
                    used += 1
                }
            }
            while !isOver.load(ordering: .relaxed), let notes = queue.take() {
                let number = notes.lowerBound / share
                let made = notes.map { index in
                    reader.read(paths[index], expecting: sizes.isEmpty ? nil : sizes[index]) {
                        make(&context, index, $0)
                    }
                }
                order.give(made, for: number, isTaker: worker == 0)
                if worker == 0 { takeReady(after: number) }
            }
            if worker == 0 { takeReady(after: nil) }
        }
    }
}

/// Reads one note after the other into one room, on one thread.
private final class NoteBytes {
    private let root: Int32
    private let vault: NotePath
    private let disk: NoteDisk
    private let wantsCreation: Bool
    private var room = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)

    init(root: Int32, vault: NotePath, calls: any FileCalls, wantsCreation: Bool) {
        self.root = root
        self.vault = vault
        self.wantsCreation = wantsCreation
        disk = NoteDisk(stateFolder: StateFolder.standard, calls: calls)
    }

    deinit { room.deallocate() }

    func read<Made>(
        _ path: NotePath, expecting size: Int?, _ body: (NotePass.Reading) -> Made
    ) -> Made {
        let number = open(path)
        guard number >= 0 else { return body(.unseen("\(FolderScan.Reason(answer: number))")) }
        let file = OpenFile(owning: number, calls: disk.calls)
        let created = wantsCreation ? disk.recordedCreation(of: file) : nil
        if let count = bytes(of: file.number, expecting: size) {
            let text = UnsafeRawBufferPointer(rebasing: room[..<count]).bindMemory(to: UInt8.self)
            if UnreadableText(checking: text) == nil { return body(.text(text, created: created)) }
        }
        // What makes no sense may be half written.
        do throws(FileError) {
            let bytes = try disk.readSettled(file, path, .read).0
            return bytes.withUnsafeBufferPointer { text in
                UnreadableText(checking: text) == nil
                    ? body(.text(text, created: created)) : body(.unreadable(text, created: created))
            }
        } catch {
            return body(.unseen("it could not be read (\(error.code))"))
        }
    }

    private func open(_ path: NotePath) -> Int32 {
        let flags = O_RDONLY | O_NONBLOCK | cn_O_CLOEXEC
        return path.withCString { name in
            var number = disk.calls.openat(root, name, flags | cn_O_NOATIME, 0)
            if number == -EPERM { number = disk.calls.openat(root, name, flags, 0) }
            // Somebody holds a write lease, as a file server does: wait for it.
            if number == -EWOULDBLOCK { number = disk.calls.openat(root, name, flags & ~O_NONBLOCK, 0) }
            return number
        }
    }

    /// Reads a file into the room; how many bytes it has, or nil where that fails or it is not read at once.
    private func bytes(of file: Int32, expecting size: Int?) -> Int? {
        var count = 0
        while true {
            let got = disk.calls.pread(file, UnsafeMutableRawBufferPointer(rebasing: room[count...]), count)
            if got == -Int(EINTR) { continue }
            guard got >= 0 else { return nil }
            if got == 0 { return count }
            count += got
            // There was room for more, so it ends here, as it did when it was looked at.
            if count == size, count < room.count { return count }
            if count == room.count {
                guard count < 1 << 22 else { return nil }
                grow()
            }
        }
    }

    private func grow() {
        let larger = UnsafeMutableRawBufferPointer.allocate(byteCount: room.count * 4, alignment: 16)
        larger.copyMemory(from: UnsafeRawBufferPointer(room))
        room.deallocate()
        room = larger
    }
}
