// SPDX-License-Identifier: MIT
// A password, held once and wiped when it is of no more use.

internal import Glibc
internal import Synchronization

/// The bytes of a password. They lie in memory that is not swapped out where the system allows that, and are
/// overwritten by `wipe()`, or else when the last reference goes.
///
/// System calls: `mlock(2)`, `munlock(2)`.
public final class Password: @unchecked Sendable {
    // SAFETY: the memory is never moved, and only touched with the lock held, or in `deinit`.
    // No array: Swift copies those where it likes.
    private let memory: UnsafeMutableRawBufferPointer
    private let length: Int
    private let lock = Mutex(())

    /// Takes the bytes over and wipes where they came from.
    ///
    /// - Parameter bytes: The password; empty afterwards. Copies that were made of the array before are the
    ///   caller's to wipe.
    public init(wiping bytes: inout [UInt8]) {
        memory = .allocate(byteCount: max(1, bytes.count), alignment: 1)
        // An ordinary user may lock little memory: not to be swapped out is a precaution and no promise.
        _ = mlock(memory.baseAddress, memory.count)
        length = bytes.count
        Password.wipe(memory)
        memory.copyBytes(from: bytes)
        bytes.withUnsafeMutableBytes { Password.wipe($0) }
        bytes.removeAll()
    }

    deinit {
        Password.wipe(memory)
        // Nothing is left in it that must not be swapped out.
        _ = munlock(memory.baseAddress, memory.count)
        memory.deallocate()
    }

    /// Overwrites the bytes with zeros. An answer that is being made is finished first.
    public func wipe() { lock.withLock { _ in Password.wipe(memory) } }

    /// Lends the bytes. Whoever copies them wipes the copy.
    func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        lock.withLock { _ in body(UnsafeRawBufferPointer(rebasing: memory[..<length])) }
    }

    /// See: `man 3 explicit_bzero`, which no compiler leaves out.
    private static func wipe(_ memory: UnsafeMutableRawBufferPointer) {
        guard let start = memory.baseAddress else { return }
        explicit_bzero(start, memory.count)
    }
}
