// SPDX-License-Identifier: MIT
// How ICU is asked for texts.

internal import CICU

/// Calls of ICU that answer with a text.
enum ICU {
    /// More than any date or pattern of a language takes; a longer text is asked for a second time.
    private static let usualLength = 128

    /// The text that a call writes; `nil` when it fails.
    static func text(
        _ call: (UnsafeMutablePointer<UChar>?, Int32, UnsafeMutablePointer<UErrorCode>) -> Int32
    ) -> String? {
        var capacity = usualLength
        while true {
            var status = U_ZERO_ERROR
            var length = 0
            let text: String? = withUnsafeTemporaryAllocation(of: UChar.self, capacity: capacity) { buffer in
                length = Int(call(buffer.baseAddress, Int32(capacity), &status))
                guard status.rawValue <= U_ZERO_ERROR.rawValue, length <= capacity else { return nil }
                return String(decoding: buffer.prefix(length), as: UTF16.self)
            }
            if let text { return text }
            guard status == U_BUFFER_OVERFLOW_ERROR, length > capacity else { return nil }
            capacity = length
        }
    }

    /// Whether a time zone has this name.
    static func isZone(_ name: String) -> Bool {
        let name = Array(name.utf16)
        return text { result, capacity, status in
            ci_ucal_getCanonicalTimeZoneID(name, Int32(name.count), result, capacity, nil, status)
        } != nil
    }

    /// Whether there are words of a locale's language, such as `de` of `de_DE.UTF-8`.
    static func isLanguage(of locale: String) -> Bool {
        let language = locale.prefix { !"_-.@".contains($0) }.lowercased()
        return (0..<ci_uloc_countAvailable()).contains { index in
            // SAFETY: ICU's names of its locales stay as long as the process.
            guard let name = ci_uloc_getAvailable(index) else { return false }
            return String(cString: name).prefix { $0 != "_" } == language
        }
    }
}
