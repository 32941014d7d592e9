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

    /// The matches from an offset on, in order, none over another.
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
        var whole: [Range<Int>] = []
        for range in found.map(markless.range(of:)) {
            // Two matches may lie in what was one character.
            if let last = whole.last, last.upperBound > range.lowerBound || last == range { continue }
            whole.append(range)
        }
        return whole
    }

    private func ranges(
        in text: UnsafeBufferPointer<UInt8>, _ firstAlone: Bool
    ) throws(SearchError) -> [Range<Int>] {
        // An empty text has no line, so nothing is found in it.
        guard !text.isEmpty else { return [] }
        var found: [Range<Int>] = []
        var at = 0
        while at < text.count, let match = try match(in: text, from: at, PCRE2_NOTEMPTY) {
            if !match.isEmpty, found.last.map({ $0.upperBound <= match.lowerBound }) ?? true {
                found.append(match)
            }
            if firstAlone, !found.isEmpty { return found }
            at = max(match.upperBound, at + 1)
            while at < text.count, text[at] & 0xC0 == 0x80 { at += 1 }
        }
        guard expression.canBeEmpty else { return found }
        return try addingEmptyMatches(to: found, in: text, firstAlone)
    }

    /// Adds the places that match without a character: the first of each line that holds no other match. Else
    /// `x*` would be found at every character.
    private func addingEmptyMatches(
        to found: [Range<Int>], in text: UnsafeBufferPointer<UInt8>, _ firstAlone: Bool
    ) throws(SearchError) -> [Range<Int>] {
        var all: [Range<Int>] = []
        var rest = found[...]
        var line = 0
        // Behind the last line ending is no line.
        while line < text.count, let match = try match(in: text, from: line, 0) {
            line = Self.lineStart(of: match.lowerBound, in: text, from: line)
            guard line < text.count else { break }
            let next = Self.nextLine(after: match.lowerBound, in: text)
            while let first = rest.first, first.upperBound <= line { all.append(rest.removeFirst()) }
            if match.isEmpty, rest.first.map({ $0.lowerBound >= next }) ?? true {
                all.append(match)
                if firstAlone { return all }
            }
            line = next
        }
        return all + rest
    }

    /// The first match from an offset on; nil where there is none.
    private func match(
        in text: UnsafeBufferPointer<UInt8>, from at: Int, _ options: UInt32
    ) throws(SearchError) -> Range<Int>? {
        // The text is known to be UTF-8.
        let count = pcre2_match_8(
            expression.code, text.baseAddress, text.count, at, PCRE2_NO_UTF_CHECK | options, data, context)
        if count == PCRE2_ERROR_NOMATCH { return nil }
        guard count >= 0, let pair = pcre2_get_ovector_pointer_8(data) else { throw Self.error(count) }
        // \\K in a lookahead can put the start behind the end.
        return min(pair[0], pair[1])..<max(pair[0], pair[1])
    }

    /// Where the line of an offset starts; not before `first`.
    private static func lineStart(
        of offset: Int, in text: UnsafeBufferPointer<UInt8>, from first: Int
    ) -> Int {
        var start = offset
        // A place between CR and LF is one in the line that they end.
        if start > first, start < text.count, text[start - 1] == 0x0D, text[start] == 0x0A { start -= 1 }
        while start > first, text[start - 1] != 0x0A, text[start - 1] != 0x0D { start -= 1 }
        return start
    }

    /// Where the line behind that of an offset starts.
    private static func nextLine(after offset: Int, in text: UnsafeBufferPointer<UInt8>) -> Int {
        var end = offset
        while end < text.count, text[end] != 0x0A, text[end] != 0x0D { end += 1 }
        if end + 1 < text.count, text[end] == 0x0D, text[end + 1] == 0x0A { end += 1 }
        return min(end + 1, text.count)
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
