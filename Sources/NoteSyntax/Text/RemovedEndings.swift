// SPDX-License-Identifier: MIT
// Which endings an edit takes out, so that the new text can take them over.

/// The endings of the line breaks that an edit takes out, in order.
struct RemovedEndings {
    private let bytes: [UInt8]
    private var index = 0
    /// Whether `next()` had nothing to give.
    private(set) var isUsedUp = false

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func next() -> LineEnding? {
        while index < bytes.count {
            let byte = bytes[index]
            index += 1
            if byte == 0x0A { return .lf }
            guard byte == 0x0D else { continue }
            guard index < bytes.count, bytes[index] == 0x0A else { return .cr }
            index += 1
            return .crlf
        }
        isUsedUp = true
        return nil
    }
}
