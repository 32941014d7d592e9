// SPDX-License-Identifier: MIT
// What the kernel sends to the holder of a lease, and that nothing of it is left for the program.

import CNoteLinux
import Glibc
import NoteFiles
import Testing

@Suite("The signals of a lease")
struct LeaseSignalTests {
    private let folder: TemporaryFolder
    private let calls = LinuxCalls()

    init() throws { folder = try TemporaryFolder() }

    /// Blocks the signals in this thread, so that one too many shows and does not end the tests; runs
    /// `body` while a write lease is held; and answers which of them are pending once it was given back.
    private func leftOver(_ signals: [Int32], while body: (NotePath) -> Void) throws -> [Int32] {
        let note = try folder.write("text\n", to: "n.md")
        var blocked = sigset_t()
        var before = sigset_t()
        sigemptyset(&blocked)
        for signal in signals { sigaddset(&blocked, signal) }
        pthread_sigmask(SIG_BLOCK, &blocked, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        let file = note.withCString { calls.openat(cn_AT_FDCWD, $0, O_RDWR | cn_O_CLOEXEC, 0) }
        try #require(file >= 0)
        defer { _ = calls.close(file) }
        let lease = calls.takeLease(file, .write)
        try #require(lease >= 0, "no lease: \(lease)")
        body(note)
        calls.releaseLease(file, lease)
        var pending = sigset_t()
        sigpending(&pending)
        let left = signals.filter { sigismember(&pending, $0) == 1 }
        // Whatever is left must not outlive this test.
        var now = timespec(tv_sec: 0, tv_nsec: 0)
        while sigtimedwait(&blocked, nil, &now) > 0 {}
        return left
    }

    @Test("are all taken out when a reader and then a writer wanted in: the kernel sends one for each")
    func readerThenWriter() throws {
        let left = try leftOver([cn_lease_signal()]) { note in
            for mode in [O_RDONLY, O_WRONLY] {
                let number = note.withCString {
                    calls.openat(cn_AT_FDCWD, $0, mode | O_NONBLOCK | cn_O_CLOEXEC, 0)
                }
                #expect(number == -EWOULDBLOCK)
            }
        }
        #expect(left.isEmpty)
    }

    @Test("include SIGIO, which the kernel sends where no signal can be queued any more")
    func queueIsFull() throws {
        let left = try leftOver([cn_lease_signal(), SIGIO]) { note in
            // What the kernel does then, see `man 2 fcntl`, F_SETSIG: SIGIO in place of the signal.
            wantIn(note)
            var signal = sigset_t()
            sigemptyset(&signal)
            sigaddset(&signal, cn_lease_signal())
            var now = timespec(tv_sec: 0, tv_nsec: 0)
            #expect(sigtimedwait(&signal, nil, &now) == cn_lease_signal())
            pthread_kill(pthread_self(), SIGIO)
        }
        #expect(left.isEmpty)
    }

    @Test("do not include a SIGIO that the program sent itself, whether or not somebody wanted in")
    func ownSignal() throws {
        #expect(
            try leftOver([cn_lease_signal(), SIGIO]) { _ in pthread_kill(pthread_self(), SIGIO) } == [SIGIO])
        let left = try leftOver([cn_lease_signal(), SIGIO]) { note in
            wantIn(note)
            pthread_kill(pthread_self(), SIGIO)
        }
        #expect(left == [SIGIO])
    }

    private func wantIn(_ note: NotePath) {
        let number = note.withCString {
            calls.openat(cn_AT_FDCWD, $0, O_RDONLY | O_NONBLOCK | cn_O_CLOEXEC, 0)
        }
        #expect(number == -EWOULDBLOCK)
    }
}
