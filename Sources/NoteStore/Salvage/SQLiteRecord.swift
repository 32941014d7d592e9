// SPDX-License-Identifier: MIT
// The values of a row, from the bytes in which SQLite keeps it.

/// Reads the record format. See: <https://www.sqlite.org/fileformat2.html#record_format>.
enum SQLiteRecord {
    /// The values of a record; nil when it is none.
    static func values(_ record: [UInt8]) -> [DatabaseValue]? {
        var at = 0
        guard let size = number(record, &at), size >= 1, size <= record.count else { return nil }
        var kinds: [Int64] = []
        while at < size {
            guard let kind = number(record, &at), kinds.count < 64 else { return nil }
            kinds.append(kind)
        }
        at = Int(size)
        var values: [DatabaseValue] = []
        for kind in kinds {
            guard let length = length(kind), at + length <= record.count else { return nil }
            let bytes = record[at..<at + length]
            at += length
            switch kind {
            case 0: values.append(.null)
            case 1...6: values.append(.integer(signed(bytes)))
            case 7: values.append(.real(Double(bitPattern: UInt64(bitPattern: signed(bytes)))))
            case 8, 9: values.append(.integer(kind - 8))
            default:
                values.append(
                    kind % 2 == 0 ? .blob(Array(bytes)) : .text(String(decoding: bytes, as: UTF8.self)))
            }
        }
        return values
    }

    private static func length(_ kind: Int64) -> Int? {
        switch kind {
        case 0, 8, 9: 0
        case 1...4: Int(kind)
        case 5: 6
        case 6, 7: 8
        case 12...0x7FFF_FFFF: Int((kind - 12) / 2)
        default: nil
        }
    }

    private static func signed(_ bytes: ArraySlice<UInt8>) -> Int64 {
        let start: UInt64 = (bytes.first ?? 0) & 0x80 == 0 ? 0 : .max
        return Int64(bitPattern: bytes.reduce(start) { $0 << 8 | UInt64($1) })
    }

    /// A number of one to nine bytes, and the place behind it; nil at the end of the bytes.
    static func number(_ bytes: [UInt8], _ at: inout Int) -> Int64? {
        var number: UInt64 = 0
        for index in 0..<9 {
            guard bytes.indices.contains(at) else { return nil }
            let byte = bytes[at]
            at += 1
            if index == 8 { return Int64(bitPattern: number << 8 | UInt64(byte)) }
            number = number << 7 | UInt64(byte & 0x7F)
            if byte & 0x80 == 0 { break }
        }
        return Int64(bitPattern: number)
    }
}
