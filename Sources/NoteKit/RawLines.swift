// SPDX-License-Identifier: MIT
// Where the lines of a file end, found in its bytes alone.

/// Where the lines of a file end, told without any help of `NoteText`: the check's own opinion.
struct RawLines {
    /// The end of one line's content.
    struct End: Equatable {
        /// The offset in the file of the line's ending; of the end of the file for the last line.
        let offset: Int
        /// The same place in the shown text.
        let shown: Int
        /// The length of the ending and whether it has a line feed: LF 1, CRLF 2, CR -1, none 0.
        let ending: Int8
    }

    private(set) var ends: [End] = []
    private var counts = (lf: 0, crlf: 0, cr: 0)

    /// Finds the lines of a file, in place of those found before.
    mutating func find(in bytes: [UInt8]) {
        ends.removeAll(keepingCapacity: true)
        counts = (0, 0, 0)
        bytes.withUnsafeBufferPointer { bytes in
            let hasMark = bytes.count >= 3 && bytes[0] == 0xEF && bytes[1] == 0xBB && bytes[2] == 0xBF
            // How many bytes of the file so far are not shown.
            var hidden = hasMark ? 3 : 0
            var offset = hidden
            while offset < bytes.count {
                let byte = bytes[offset]
                // Everything up to the carriage return, so that most bytes cost one comparison.
                guard byte <= 0x0D, byte == 0x0A || byte == 0x0D else {
                    offset += 1
                    continue
                }
                let isPair = byte == 0x0D && offset + 1 < bytes.count && bytes[offset + 1] == 0x0A
                let ending: Int8 = isPair ? 2 : byte == 0x0A ? 1 : -1
                ends.append(End(offset: offset, shown: offset - hidden, ending: ending))
                switch ending {
                case 1: counts.lf += 1
                case 2: counts.crlf += 1
                default: counts.cr += 1
                }
                if isPair { hidden += 1 }
                offset += isPair ? 2 : 1
            }
            ends.append(End(offset: bytes.count, shown: bytes.count - hidden, ending: 0))
        }
    }

    /// The first line, the middle one, the last, and each that ends in another way than most, in order.
    func worthEditing(into chosen: inout [End]) {
        chosen.removeAll(keepingCapacity: true)
        let usual: Int8 =
            counts.lf >= max(counts.crlf, counts.cr) ? 1 : counts.crlf >= counts.cr ? 2 : -1
        let total = counts.lf + counts.crlf + counts.cr
        let isMixed = max(counts.lf, counts.crlf, counts.cr) < total
        let three = [0, ends.count / 2, ends.count - 1]
        guard isMixed else {
            for (place, line) in three.enumerated() where place == 0 || line != three[place - 1] {
                chosen.append(ends[line])
            }
            return
        }
        for (line, end) in ends.enumerated()
        where end.ending != usual && end.ending != 0 || three.contains(line) {
            chosen.append(end)
        }
    }
}
