// SPDX-License-Identifier: MIT
// Front matter that is nothing but lines of `key: value`, which can be merged by key.

/// The fields of such front matter: one line each, every key once.
struct FlatFields {
    /// The numbers of the keys, in order.
    private(set) var keys: [Int] = []
    /// The line of each key.
    private(set) var lines: [Int: Int] = [:]
    /// The line of the closing fence.
    let fence: Int

    /// Reads the fields at the beginning of a text.
    ///
    /// - Returns: nil when there is no front matter or it holds anything else than such lines: lists,
    ///   values of several lines, comments, blank lines.
    init?(of version: MergeVersion, numbering: inout LineNumbering) {
        guard let ending = version.lines.endings.first, ending != .cr,
            version.content(0).elementsEqual("---".utf8),
            let fence = (1..<version.lines.count).first(where: { version.isFence($0) })
        else { return nil }
        self.fence = fence
        for line in 1..<fence {
            guard version.lines.endings[line] != .cr,
                let key = FlatFields.key(of: UnsafeBufferPointer(rebasing: version.content(line)))
            else { return nil }
            let number = numbering.number(of: key)
            guard lines.updateValue(line, forKey: number) == nil else { return nil }
            keys.append(number)
        }
    }

    /// The key of a line that is a whole field.
    private static func key(of line: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8>? {
        let blanks: [UInt8] = [0x20, 0x09]
        guard let first = line.first, !startsOtherwise.contains(first),
            let colon = line.indices.first(where: {
                line[$0] == UInt8(ascii: ":") && ($0 + 1 == line.count || blanks.contains(line[$0 + 1]))
            }), !line[..<colon].contains(UInt8(ascii: "#"))
        else { return nil }
        let value = line[(colon + 1)...].drop { blanks.contains($0) }
        guard let begins = value.first, let last = value.last(where: { !blanks.contains($0) }) else {
            return UnsafeBufferPointer(rebasing: line[..<colon])
        }
        // A value that may go on in the next line is not understood here.
        let isWhole =
            switch begins {
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                value.count(where: { $0 == begins }) == 2 && last == begins && !value.contains(0x5C)
            case UInt8(ascii: "["): last == UInt8(ascii: "]")
            case UInt8(ascii: "{"): last == UInt8(ascii: "}")
            default: !"|>&*!%@`#".utf8.contains(begins)
            }
        return isWhole ? UnsafeBufferPointer(rebasing: line[..<colon]) : nil
    }

    /// What cannot begin a plain key.
    private static let startsOtherwise = Set(" \t-?:,[]{}#&*!|>'\"%@`.".utf8)
}

extension MergeVersion {
    /// Whether a line ends front matter: three hyphens, perhaps with blanks behind.
    fileprivate func isFence(_ line: Int) -> Bool {
        let content = content(line)
        guard content.starts(with: "---".utf8), lines.endings[line] != .cr else { return false }
        return content.dropFirst(3).allSatisfy { $0 == 0x20 || $0 == 0x09 }
    }
}
