// SPDX-License-Identifier: MIT
// A writer that found the old file before the exchange and opens it while its last name goes.

internal import CNoteLinux
internal import Glibc
internal import NoteFiles
internal import Synchronization

/// The narrowest moments of a save, forced.
///
/// A program that the scheduler stops inside `open(2)`, after the kernel has found the file and before
/// it has opened it, arrives late. Here the finding is a descriptor with `O_PATH`, and the opening goes
/// through procfs. It is begun after the proof and before the unlink: the lease makes it wait, then it
/// has a file without a name. Or it is begun when the lease is given back and the folder is being synced.
/// Its bytes must be found all the same.
struct LateOpening {
    let folder: String
    let patience: UInt64

    init(_ arguments: Arguments) throws(RigFailure) {
        folder = try arguments.text("folder")
        patience = UInt64(try arguments.number("patience", else: 0))
    }

    func run() throws(RigFailure) -> Bool {
        let whileNameGoes = try run(at: .unlinkat, called: "while the name goes")
        return try run(at: .fsync, called: "while the folder is synced") && whileNameGoes
    }

    private func run(at moment: HookedCalls.Call, called name: String) throws(RigFailure) -> Bool {
        try OutsideFile.makeFolder(folder)
        let note = folder + "/late.md"
        let (base, ours, theirs) = (Array("base\n".utf8), Array("ours\n".utf8), Array("theirs\n".utf8))
        try OutsideFile.write(base, to: note)
        let found = try OutsideFile.open(note, cn_O_PATH)
        defer { close(found) }
        let writer = LateWriter(found: found, bytes: theirs)
        let nameIsGone = Atomic(false)
        var calls = HookedCalls()
        calls.before = { call, _ in
            let isMoment = call == .unlinkat || nameIsGone.load(ordering: .relaxed)
            if call == moment, isMoment { writer.begin() }
            if call == .unlinkat { nameIsGone.store(true, ordering: .relaxed) }
            return nil
        }
        var disk = NoteDisk(stateFolder: NotePath(folder + "/state"), calls: calls)
        disk.patience = patience
        let answer = RaceAnswer { () throws(FileError) in
            RaceAnswer(try disk.replace(NotePath(note), with: ours, base: base))
        }
        writer.finish()
        var places: [String] = []
        for name in try OutsideFile.names(in: folder) where name != "state" {
            if try OutsideFile.bytes(at: folder + "/" + name) == theirs { places.append(name) }
            try OutsideFile.remove(folder + "/" + name)
        }
        say("opened \(name): \(answer); theirs found in \(places); \(Place(folder))")
        return !places.isEmpty
    }
}

/// The late program, as a thread.
private final class LateWriter: @unchecked Sendable {
    // SAFETY: the thread's identifier is written before the thread is joined, by the thread that joins it;
    // everything else is constant or atomic.
    private var thread = pthread_t()
    private let found: Int32
    private let bytes: [UInt8]
    private let hasBegun = Atomic(false)
    private let hasOpened = Atomic(false)

    init(found: Int32, bytes: [UInt8]) {
        self.found = found
        self.bytes = bytes
    }

    /// Starts to open the file, and returns when the kernel makes it wait for the lease.
    func begin() {
        guard hasBegun.compareExchange(expected: false, desired: true, ordering: .relaxed).exchanged else {
            return
        }
        let me = Unmanaged.passRetained(self).toOpaque()
        pthread_create(
            &thread, nil,
            { raw in
                // SAFETY: the pointer that was retained for this thread, given back once.
                let writer = Unmanaged<LateWriter>.fromOpaque(raw.unsafelyUnwrapped).takeRetainedValue()
                writer.write()
                return nil
            }, me)
        while !leaseIsBreaking, !hasOpened.load(ordering: .acquiring) { sched_yield() }
    }

    func finish() {
        if hasBegun.load(ordering: .relaxed) { pthread_join(thread, nil) }
    }

    private var leaseIsBreaking: Bool {
        do throws(RigFailure) {
            let locks = try OutsideFile.bytes(at: "/proc/locks") ?? []
            return String(decoding: locks, as: UTF8.self).contains("LEASE  BREAKING")
        } catch {
            return false
        }
    }

    private func write() {
        let file = Int32(cn_openat(cn_AT_FDCWD, "/proc/self/fd/\(found)", O_WRONLY | O_TRUNC, 0))
        hasOpened.store(true, ordering: .releasing)
        guard file >= 0 else { return }
        // As a program does that has to think before it writes.
        Clock.spin(nanoseconds: 5_000_000)
        _ = pwrite(file, bytes, bytes.count, 0)
        close(file)
    }
}
