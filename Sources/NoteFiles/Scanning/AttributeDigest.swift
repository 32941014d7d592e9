// SPDX-License-Identifier: MIT
// The extended attributes of a file as one number.

internal import Glibc

/// Digests the names and values of extended attributes, with buffers that are used again.
package struct AttributeDigest: ~Copyable {
    private let calls: any FileCalls
    private var names = [UInt8](repeating: 0, count: 1024)
    private var value = [UInt8](repeating: 0, count: 1024)

    package init(calls: any FileCalls) { self.calls = calls }

    /// A number that stands for the names and values; zero where there are none, or the file system
    /// has none. An attribute that cannot be read counts by its error number.
    ///
    /// System calls: `flistxattr(2)`, `fgetxattr(2)`.
    package mutating func digest(of file: Int32) -> UInt64 {
        let calls = calls
        let count = Self.filled(&names) { calls.flistxattr(file, $0) }
        guard count > 0 else { return 0 }
        var sum: UInt64 = 0
        var start = 0
        while start < count, let end = names[start..<count].firstIndex(of: 0) {
            let length = names.withUnsafeBytes { names in
                names[start...].withMemoryRebound(to: CChar.self) { name in
                    // SAFETY: the list holds the name at `start` and the zero that ends it.
                    let name = name.baseAddress.unsafelyUnwrapped
                    return Self.filled(&value) { calls.fgetxattr(file, name, $0) }
                }
            }
            var hash: UInt64 = 0xCBF2_9CE4_8422_2325
            for byte in names[start...end] { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
            hash = (hash ^ UInt64(bitPattern: Int64(length))) &* 0x100_0000_01B3
            for byte in value[..<max(0, length)] { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
            // A sum, since the order of the list says nothing.
            sum &+= hash
            start = end + 1
        }
        return sum == 0 ? 1 : sum
    }

    /// Fills a buffer that grows until the answer fits.
    private static func filled(
        _ buffer: inout [UInt8], _ call: (UnsafeMutableRawBufferPointer) -> Int
    ) -> Int {
        while true {
            let count = buffer.withUnsafeMutableBytes(call)
            // The kernel's own limit for a list and for a value is 64 KiB.
            guard count == -Int(ERANGE), buffer.count < 1 << 20 else { return count }
            buffer = [UInt8](repeating: 0, count: buffer.count * 4)
        }
    }
}
