// SPDX-License-Identifier: MIT
// Where the lines of a file end, found in its bytes alone.

internal import Glibc

/// Where the lines of a file end, told without any help of `NoteText`: the check's own opinion.
struct RawLines {
    /// The end of one line's content.
    struct End: Equatable {
        /// The offset in the file of the line's ending; of the end of the file for the last line.
        let offset: Int
        /// The same place in the shown text.
        let shown: Int
        let ending: Ending
    }

    enum Ending: Equatable {
        case lf, crlf, cr, none
    }

    private var all: [End] = []

    /// The ends of the first line, the one that holds the middle byte, the last, and each line that
    /// ends in another way than most; in order, in place of what was in `chosen`.
    mutating func findWorthEditing(in bytes: UnsafeBufferPointer<UInt8>, into chosen: inout [End]) {
        chosen.removeAll(keepingCapacity: true)
        let hasMark = bytes.count >= 3 && bytes[0] == 0xEF && bytes[1] == 0xBB && bytes[2] == 0xBF
        let start = hasMark ? 3 : 0
        let middle = max(start, bytes.count / 2)
        guard Self.first(0x0D, in: bytes, from: start) < bytes.count else {
            // All lines end alike, so there is no need to find each.
            for offset in [
                Self.first(0x0A, in: bytes, from: start), Self.first(0x0A, in: bytes, from: middle),
                bytes.count,
            ] where chosen.last.map({ $0.offset < offset }) ?? true {
                chosen.append(
                    End(offset: offset, shown: offset - start, ending: offset < bytes.count ? .lf : .none))
            }
            return
        }
        let usual = findAll(in: bytes, from: start)
        var isBeforeMiddle = true
        for (line, end) in all.enumerated() {
            let isMiddle = isBeforeMiddle && end.offset >= middle
            if isMiddle { isBeforeMiddle = false }
            if end.ending != usual || line == 0 || isMiddle || line == all.count - 1 { chosen.append(end) }
        }
    }

    /// Finds the end of every line, and answers how most of them end.
    private mutating func findAll(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Ending {
        all.removeAll(keepingCapacity: true)
        var (feeds, pairs, returns) = (0, 0, 0)
        // How many bytes of the file so far are not shown.
        var hidden = start
        var offset = start
        while offset < bytes.count {
            let byte = bytes[offset]
            guard byte == 0x0A || byte == 0x0D else {
                offset += 1
                continue
            }
            let isPair = byte == 0x0D && offset + 1 < bytes.count && bytes[offset + 1] == 0x0A
            let ending: Ending = isPair ? .crlf : byte == 0x0A ? .lf : .cr
            all.append(End(offset: offset, shown: offset - hidden, ending: ending))
            switch ending {
            case .crlf:
                pairs += 1
                hidden += 1
                offset += 2
            case .lf:
                feeds += 1
                offset += 1
            case .cr, .none:
                returns += 1
                offset += 1
            }
        }
        all.append(End(offset: bytes.count, shown: bytes.count - hidden, ending: .none))
        return feeds >= max(pairs, returns) ? .lf : pairs >= returns ? .crlf : .cr
    }

    /// The offset of the first such byte; the number of bytes where there is none.
    private static func first(_ byte: UInt8, in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        guard start < bytes.count, let base = bytes.baseAddress else { return bytes.count }
        guard let found = memchr(base + start, Int32(byte), bytes.count - start) else { return bytes.count }
        return UnsafeRawPointer(found) - UnsafeRawPointer(base)
    }
}
