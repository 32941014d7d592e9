// SPDX-License-Identifier: MIT
// When two file names count as one for a link.

@_spi(_Unicode) internal import Swift

/// A file name without regard to case and to the form of accents: a vault that comes from a Mac may spell
/// names otherwise than its notes do.
package enum FoldedName {
    /// The name in lower case and in normalization form C, so that equal names have equal bytes.
    package static func folded(_ name: some Collection<UInt8>) -> String {
        if name.allSatisfy({ $0 < 0x80 }) {
            return String(decoding: name.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
        }
        var folded = ""
        // The standard library has the normal forms, but no public name for them yet.
        folded.unicodeScalars.append(contentsOf: String(decoding: name, as: UTF8.self).lowercased()._nfc)
        return folded
    }
}
