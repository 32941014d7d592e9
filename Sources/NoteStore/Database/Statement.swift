// SPDX-License-Identifier: MIT
// One prepared statement of a database: bound, stepped and reset, and finalized once.

internal import CSQLite
internal import NoteFiles

/// A prepared statement. Belongs to one `Database` and is used where that is.
final class Statement {
    let handle: OpaquePointer

    /// - Parameter handle: From `sqlite3_prepare_v3`; finalized when this goes.
    init(owning handle: OpaquePointer) { self.handle = handle }

    deinit { sqlite3_finalize(handle) }

    /// Gives the statement its values, from the first parameter on. The bytes are copied.
    ///
    /// - Returns: The result code of the first that could not be bound, or `SQLITE_OK`.
    func bind(_ values: [DatabaseValue]) -> Int32 {
        for (index, value) in values.enumerated() {
            let place = Int32(index + 1)
            let result: Int32 =
                switch value {
                case .null: sqlite3_bind_null(handle, place)
                case .integer(let number): sqlite3_bind_int64(handle, place, number)
                case .real(let number): sqlite3_bind_double(handle, place, number)
                case .text(let text): bind(text, at: place)
                case .blob(let bytes): bind(bytes, at: place)
                }
            guard result == SQLITE_OK else { return result }
        }
        return SQLITE_OK
    }

    private func bind(_ text: String, at place: Int32) -> Int32 {
        var text = text
        return text.withUTF8 { utf8 in
            utf8.withMemoryRebound(to: CChar.self) {
                // An empty text has no address, which SQLite would take for NULL.
                guard let start = $0.baseAddress else { return cn_bind_text(handle, place, "", 0) }
                return cn_bind_text(handle, place, start, UInt64($0.count))
            }
        }
    }

    private func bind(_ bytes: [UInt8], at place: Int32) -> Int32 {
        bytes.withUnsafeBytes { raw in
            guard let start = raw.baseAddress, !raw.isEmpty else {
                return sqlite3_bind_zeroblob(handle, place, 0)
            }
            return cn_bind_blob(handle, place, start, UInt64(raw.count))
        }
    }

    /// Makes the statement ready for its next use; its values are forgotten.
    func reset() {
        // The result repeats what the last step has told.
        _ = sqlite3_reset(handle)
        _ = sqlite3_clear_bindings(handle)
    }
}
