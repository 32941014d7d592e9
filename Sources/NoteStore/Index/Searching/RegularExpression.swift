// SPDX-License-Identifier: MIT
// A regular expression, compiled once for all threads.

internal import CPCRE2

/// A regular expression of PCRE2 in UTF mode: case ignored, `^` and `$` at lines, any line ending.
// SAFETY: compiled code is never written again (pcre2api(3), "Multithreading").
final class RegularExpression: @unchecked Sendable {
    let code: OpaquePointer
    let ignoresMarks: Bool
    /// A text that every match holds; nil where none is evident.
    let requiredText: [UInt8]?
    /// Whether it may match at a place, without a character.
    let canBeEmpty: Bool

    init(_ text: [UInt8], ignoringMarks: Bool) throws(SearchError) {
        ignoresMarks = ignoringMarks
        let pattern = ignoringMarks ? MarklessText(text).bytes : text
        requiredText = RequiredText.find(in: pattern)
        var (number, offset) = (Int32(0), 0)
        let options =
            PCRE2_UTF | PCRE2_UCP | PCRE2_CASELESS | PCRE2_MULTILINE | PCRE2_NEVER_BACKSLASH_C
        let context = pcre2_compile_context_create_8(nil)
        defer { pcre2_compile_context_free_8(context) }
        if let context {
            _ = pcre2_set_newline_8(context, UInt32(PCRE2_NEWLINE_ANYCRLF))
            _ = pcre2_set_parens_nest_limit_8(context, 200)
        }
        let made = pcre2_compile_8(pattern, pattern.count, options, &number, &offset, context)
        guard let made else {
            throw SearchError(
                .invalidPattern,
                "This is no regular expression: \(Self.message(number)), at byte \(offset).")
        }
        code = made
        var matchesEmpty: UInt32 = 1
        _ = pcre2_pattern_info_8(made, UInt32(PCRE2_INFO_MATCHEMPTY), &matchesEmpty)
        // \\K leaves nothing of a match that has characters.
        canBeEmpty =
            matchesEmpty != 0
            || pattern.indices.dropLast().contains {
                pattern[$0] == UInt8(ascii: "\\") && pattern[$0 + 1] == UInt8(ascii: "K")
            }
        // Where the machine has no compiler for it, it is interpreted.
        _ = pcre2_jit_compile_8(code, UInt32(PCRE2_JIT_COMPLETE))
    }

    deinit { pcre2_code_free_8(code) }

    /// PCRE2's words for an error.
    static func message(_ number: Int32) -> String {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 256) { buffer in
            let count = pcre2_get_error_message_8(number, buffer.baseAddress, buffer.count)
            return String(decoding: buffer.prefix(Int(max(0, count))), as: UTF8.self)
        }
    }
}
