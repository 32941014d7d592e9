// SPDX-License-Identifier: MIT
// How a regular expression is matched, within limits.

internal import CPCRE2

/// Matches a regular expression against one text after the other, on one thread.
final class RegularExpressionFinder {
    private let expression: RegularExpression
    private let data: OpaquePointer
    private let context: OpaquePointer
    private let stack: OpaquePointer?

    /// How often the matcher may try, which takes it about a tenth of a second.
    private static let mostSteps: UInt32 = 10_000_000

    init(_ expression: RegularExpression) throws(SearchError) {
        guard let data = pcre2_match_data_create_from_pattern_8(expression.code, nil) else {
            throw SearchError(.other, "There is no memory to search.")
        }
        guard let context = pcre2_match_context_create_8(nil) else {
            pcre2_match_data_free_8(data)
            throw SearchError(.other, "There is no memory to search.")
        }
        self.expression = expression
        self.data = data
        self.context = context
        _ = pcre2_set_match_limit_8(context, Self.mostSteps)
        _ = pcre2_set_heap_limit_8(context, 65_536)
        stack = pcre2_jit_stack_create_8(32_768, 4 << 20, nil)
        if let stack { pcre2_jit_stack_assign_8(context, nil, UnsafeMutableRawPointer(stack)) }
    }

    deinit {
        if let stack { pcre2_jit_stack_free_8(stack) }
        pcre2_match_context_free_8(context)
        pcre2_match_data_free_8(data)
    }

    /// The matches from an offset on, empty ones left out.
    ///
    /// - Throws: `SearchError` with code `.tooCostly` when it takes too many steps or too much memory.
    func matches(
        in text: UnsafeBufferPointer<UInt8>, from start: Int, firstAlone: Bool
    ) throws(SearchError) -> [Range<Int>] {
        guard expression.ignoresMarks else {
            let found = try ranges(in: UnsafeBufferPointer(rebasing: text[start...]), firstAlone)
            return start == 0 ? found : found.map { $0.lowerBound + start..<$0.upperBound + start }
        }
        let markless = MarklessText(text, from: start)
        let found = try markless.bytes.withUnsafeBufferPointer { (bytes) throws(SearchError) in
            try ranges(in: bytes, firstAlone)
        }
        return found.map { markless.starts[$0.lowerBound]..<markless.ends[$0.upperBound - 1] }
    }

    private func ranges(
        in text: UnsafeBufferPointer<UInt8>, _ firstAlone: Bool
    ) throws(SearchError) -> [Range<Int>] {
        var found: [Range<Int>] = []
        // An empty text has no address, and no match that is not empty.
        guard let base = text.baseAddress else { return [] }
        var at = 0
        while at < text.count {
            // The text is known to be UTF-8.
            let count = pcre2_match_8(
                expression.code, base, text.count, at, PCRE2_NO_UTF_CHECK | PCRE2_NOTEMPTY, data, context)
            if count == PCRE2_ERROR_NOMATCH { break }
            guard count >= 0, let pair = pcre2_get_ovector_pointer_8(data) else { throw Self.error(count) }
            // \\K in a lookahead can put the start behind the end.
            let (first, last) = (min(pair[0], pair[1]), max(pair[0], pair[1]))
            if last > first, found.last.map({ $0.upperBound <= first }) ?? true { found.append(first..<last) }
            if firstAlone, !found.isEmpty { break }
            at = max(last, at + 1)
            while at < text.count, text[at] & 0xC0 == 0x80 { at += 1 }
        }
        return found
    }

    private static func error(_ number: Int32) -> SearchError {
        switch number {
        case PCRE2_ERROR_MATCHLIMIT, PCRE2_ERROR_DEPTHLIMIT, PCRE2_ERROR_HEAPLIMIT,
            PCRE2_ERROR_JIT_STACKLIMIT,
            PCRE2_ERROR_RECURSELOOP:
            SearchError(
                .tooCostly,
                "The regular expression takes too many steps: it can match the same text in too many ways.")
        default: SearchError(.other, "The search failed: \(RegularExpression.message(number)).")
        }
    }
}
