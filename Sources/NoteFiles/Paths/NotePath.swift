// SPDX-License-Identifier: MIT
// A path is bytes, as the kernel sees it.

/// A path or a file name: bytes without a zero, never normalized, not necessarily UTF-8.
///
/// Two paths are equal when their bytes are. "é" as one scalar and as two are different names.
public struct NotePath: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The bytes, without a zero at the end.
    public let bytes: [UInt8]

    /// Makes a path from bytes.
    ///
    /// - Precondition: No byte is zero: the kernel would end the path there.
    public init(bytes: [UInt8]) {
        precondition(!bytes.contains(0), "a path cannot hold a zero byte")
        self.bytes = bytes
    }

    /// Makes a path from the UTF-8 bytes of a string.
    ///
    /// - Precondition: The string holds no zero character.
    public init(_ string: String) { self.init(bytes: Array(string.utf8)) }

    /// Whether the path starts at the root.
    public var isAbsolute: Bool { bytes.first == UInt8(ascii: "/") }

    /// The last component. Trailing slashes do not count. Empty for the root and the empty path.
    public var name: NotePath {
        let end = bytes.lastIndex { $0 != UInt8(ascii: "/") }.map { $0 + 1 } ?? 0
        let start = bytes[..<end].lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
        return NotePath(bytes: Array(bytes[start..<end]))
    }

    /// Everything before the last component: `.` where there is nothing, `/` below the root.
    public var folder: NotePath {
        let end = bytes.lastIndex { $0 != UInt8(ascii: "/") }.map { $0 + 1 } ?? 0
        guard let slash = bytes[..<end].lastIndex(of: UInt8(ascii: "/")) else {
            return NotePath(end == 0 && isAbsolute ? "/" : ".")
        }
        let kept = bytes[..<slash].lastIndex { $0 != UInt8(ascii: "/") }.map { $0 + 1 } ?? 0
        return kept == 0 ? NotePath("/") : NotePath(bytes: Array(bytes[..<kept]))
    }

    /// This path with `name` below it.
    public func appending(_ name: NotePath) -> NotePath {
        if bytes.isEmpty { return name }
        let separator: [UInt8] = bytes.last == UInt8(ascii: "/") ? [] : [UInt8(ascii: "/")]
        return NotePath(bytes: bytes + separator + name.bytes)
    }

    /// The path for the screen: bytes that are not UTF-8, and controls, as `\xNN`; a backslash as `\\`.
    ///
    /// No two paths look alike, and the bytes can be read back from what is shown.
    public var description: String { Self.shown(bytes) }

    /// Orders by bytes.
    public static func < (one: NotePath, other: NotePath) -> Bool {
        one.bytes.lexicographicallyPrecedes(other.bytes)
    }

    private static func shown(_ bytes: [UInt8]) -> String {
        // Nearly every path is text in which nothing has to be told apart. 0xC2 may begin a control.
        let isPlain = bytes.allSatisfy {
            $0 >= 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "\\") && $0 != 0xC2
        }
        if isPlain, let text = String(validating: bytes, as: UTF8.self) { return text }
        var shown = ""
        shown.reserveCapacity(bytes.count)
        var rest = bytes[...]
        while let first = rest.first {
            if first == UInt8(ascii: "\\") {
                shown += "\\\\"
                rest = rest.dropFirst()
                continue
            }
            let length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
            // U+0080 to U+009F are controls too: a terminal obeys them.
            let isHighControl = first == 0xC2 && rest.dropFirst().first.map { $0 < 0xA0 } ?? false
            if first >= 0x20, first != 0x7F, !isHighControl,
                let text = String(validating: rest.prefix(length), as: UTF8.self)
            {
                shown += text
                rest = rest.dropFirst(length)
            } else {
                shown += escape(first)
                rest = rest.dropFirst()
            }
        }
        return shown
    }

    private static func escape(_ byte: UInt8) -> String {
        let digits = String(byte, radix: 16, uppercase: true)
        return digits.utf8.count == 1 ? "\\x0\(digits)" : "\\x\(digits)"
    }

    /// Calls `body` with the path as C wants it.
    package func withCString<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
        (bytes + [0]).withUnsafeBytes { raw in
            raw.withMemoryRebound(to: CChar.self) { buffer in
                // SAFETY: the array has at least the zero byte, so it has a base address.
                body(buffer.baseAddress.unsafelyUnwrapped)
            }
        }
    }
}
