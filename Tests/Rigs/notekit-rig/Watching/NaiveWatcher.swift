// SPDX-License-Identifier: MIT
// A watcher as one writes it at first: it believes every event, and looks at nothing.

internal import CNoteLinux
internal import Glibc
internal import Synchronization

/// Adds a watch for each folder that it is told of, on a thread of its own, and counts notes.
final class NaiveWatcher: @unchecked Sendable {
    // SAFETY: the table and the count are used by the thread only, until it has been joined.
    private var folders: [Int32: String] = [:]
    private(set) var found = 0
    private let queue: Int32
    private let isOver = Atomic(false)
    private var thread = pthread_t()

    init(_ folder: String) throws(RigFailure) {
        queue = Int32(cn_inotify_init())
        guard queue >= 0 else { throw RigFailure("inotify_init1: \(-queue)") }
        watch(folder)
        let me = Unmanaged.passRetained(self).toOpaque()
        pthread_create(
            &thread, nil,
            { raw in
                // SAFETY: the pointer that was retained for this thread, given back once.
                let watcher = Unmanaged<NaiveWatcher>.fromOpaque(raw.unsafelyUnwrapped).takeRetainedValue()
                watcher.work()
                return nil
            }, me)
    }

    /// Reads what is left and ends.
    func stop() {
        isOver.store(true, ordering: .releasing)
        pthread_join(thread, nil)
        close(queue)
    }

    private func watch(_ folder: String) {
        let mask = UInt32(IN_CREATE) | UInt32(IN_MOVED_TO) | UInt32(IN_ONLYDIR)
        let watch = Int32(cn_inotify_add(queue, folder, mask))
        if watch >= 0 { folders[watch] = folder }
    }

    private func work() {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let wasOver = isOver.load(ordering: .acquiring)
            _ = cn_poll_two(queue, queue, 20_000_000)
            let count = read(queue, &buffer, buffer.count)
            if count <= 0 {
                if wasOver { return }
                continue
            }
            var start = 0
            buffer.withUnsafeBytes { raw in
                while start + 16 <= count {
                    let length = Int(raw.loadUnaligned(fromByteOffset: start + 12, as: UInt32.self))
                    let watch = raw.loadUnaligned(fromByteOffset: start, as: Int32.self)
                    let mask = raw.loadUnaligned(fromByteOffset: start + 4, as: UInt32.self)
                    let bytes = raw[start + 16..<start + 16 + length].prefix { $0 != 0 }
                    let name = String(decoding: bytes, as: UTF8.self)
                    start += 16 + length
                    guard let folder = folders[watch] else { continue }
                    if mask & UInt32(IN_ISDIR) != 0 { self.watch(folder + "/" + name) } else { found += 1 }
                }
            }
        }
    }
}
