// SPDX-License-Identifier: MIT
// What sort of file some bytes begin, whatever the file is called.

internal import CMagic
internal import Synchronization

/// The type of a file by its content, as libmagic tells it.
enum ContentType {
    /// How many bytes of a file are enough to tell.
    static let enough = 256 << 10

    /// The MIME type of a file that begins with these bytes; `application/octet-stream` where nothing tells.
    ///
    /// The database of types, 7 MB, is loaded when this is first called.
    static func mime(of start: [UInt8]) -> String {
        guard !start.isEmpty else { return "application/x-empty" }
        return shared.withLock { $0.mime(of: start) } ?? "application/octet-stream"
    }

    private static let shared = Mutex(Database())

    /// An open database. libmagic may not be used by two threads at once, so it stands behind a lock.
    private struct Database: ~Copyable {
        private let cookie: Cookie?

        init() {
            let opened = magic_open(MAGIC_MIME_TYPE | MAGIC_NO_CHECK_COMPRESS)
            guard let opened else {
                cookie = nil
                return
            }
            guard magic_load(opened, nil) == 0 else {
                magic_close(opened)
                cookie = nil
                return
            }
            cookie = Cookie(pointer: opened)
        }

        deinit { if let cookie { magic_close(cookie.pointer) } }

        func mime(of start: [UInt8]) -> String? {
            guard let cookie else { return nil }
            return start.withUnsafeBytes { magic_buffer(cookie.pointer, $0.baseAddress, $0.count) }
                .map { String(cString: $0) }
        }
    }

    // SAFETY: only used while the lock is held.
    private struct Cookie: @unchecked Sendable {
        let pointer: magic_t
    }
}
