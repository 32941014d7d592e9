// SPDX-License-Identifier: MIT
// What each byte can be to the parser, looked up in one table.

/// What a byte can be, as bits.
enum ByteClass {
    static let special: UInt8 = 1
    static let blockStart: UInt8 = 2
    static let notInTag: UInt8 = 4

    // SAFETY: written once, before the first read, by the initialiser below; never freed.
    nonisolated(unsafe) static let table: UnsafePointer<UInt8> = {
        let table = UnsafeMutablePointer<UInt8>.allocate(capacity: 256)
        table.initialize(repeating: 0, count: 256)
        for byte in "\n\r\\`*_~=[]!^<&$%#:.@".utf8 { table[Int(byte)] |= special }
        for byte in "#>`~<=-*_+0123456789[$%|:".utf8 { table[Int(byte)] |= blockStart }
        for byte in "'!\"#$%&()*+,.:;<=>?@^`{|}~[]\\".utf8 { table[Int(byte)] |= notInTag }
        for byte in [0x09, 0x0A, 0x0B, 0x0C, 0x0D, 0x20] { table[byte] |= notInTag }
        return UnsafePointer(table)
    }()
}

/// The bytes that the grammar names.
enum Byte {
    static let tab: UInt8 = 0x09
    static let newline: UInt8 = 0x0A
    static let carriageReturn: UInt8 = 0x0D
    static let space: UInt8 = 0x20
}

extension UInt8 {
    @inlinable @inline(__always) package var isSpaceOrTab: Bool { self == 0x20 || self == 0x09 }
    @inlinable @inline(__always) package var isLineEnd: Bool { self == 0x0A || self == 0x0D }
    /// Space, tab or the end of a line.
    @inlinable @inline(__always) package var isBlankOrEnd: Bool { isSpaceOrTab || isLineEnd }
    @inline(__always) var isDigit: Bool { self &- 0x30 < 10 }
    @inline(__always) var isLetter: Bool { (self | 0x20) &- 0x61 < 26 }
    @inline(__always) var isPunctuation: Bool { self &- 0x21 < 0x5E && !isLetter && !isDigit }
    @inline(__always) var lowercased: UInt8 { self &- 0x41 < 26 ? self | 0x20 : self }
}
