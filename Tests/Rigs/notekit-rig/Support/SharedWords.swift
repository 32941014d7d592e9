// SPDX-License-Identifier: MIT
// A few numbers that two processes see at once.

internal import CNoteLinux
internal import Glibc
internal import Synchronization

/// Atomic numbers in memory that a child process shares through an inherited descriptor.
struct SharedWords: @unchecked Sendable {
    // SAFETY: the memory is mapped for the life of the process and holds nothing but atomics.
    private let words: UnsafeMutablePointer<Atomic<UInt64>>

    static let count = 64

    /// Maps the numbers in an open file of at least `count` numbers.
    init(mapping file: Int32) throws(RigFailure) {
        let size = Self.count * MemoryLayout<UInt64>.stride
        guard let memory = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0), memory != MAP_FAILED
        else { throw RigFailure("mmap of shared numbers: \(errno)") }
        words = memory.bindMemory(to: Atomic<UInt64>.self, capacity: Self.count)
    }

    /// Makes an unnamed file of zeros that a child can inherit, and answers its descriptor.
    static func makeFile() throws(RigFailure) -> Int32 {
        let file = Int32(cn_openat(cn_AT_FDCWD, "/dev/shm", cn_O_TMPFILE | O_RDWR, 0o600))
        guard file >= 0, ftruncate(file, count * MemoryLayout<UInt64>.stride) == 0 else {
            throw RigFailure("no file for shared numbers in /dev/shm: \(file)")
        }
        return file
    }

    subscript(index: Int) -> UInt64 {
        get { words[index].load(ordering: .acquiring) }
        nonmutating set { words[index].store(newValue, ordering: .releasing) }
    }

    /// Waits until a number is `value`.
    ///
    /// - Parameter nanoseconds: How long it stays awake, so that the two sides meet. After that it sleeps
    ///   a little at a time, so that the other side gets the processor where other programs want it too.
    func wait(for index: Int, toBe value: UInt64, awake nanoseconds: UInt64) {
        let patience = Clock.now &+ nanoseconds
        var pause = timespec(tv_sec: 0, tv_nsec: 10_000)
        while self[index] != value {
            if Clock.now > patience { _ = nanosleep(&pause, nil) }
        }
    }
}
