// SPDX-License-Identifier: MIT
// Which characters are alike in a search: case ignored, canonical equivalents alike, marks ignored if asked.

internal import CICU
internal import Synchronization

/// What each character of a text is compared as.
///
/// A character (a Unicode scalar) becomes its canonical decomposition (NFD) in full case folding: `É` becomes
/// `e` and an acute, `ß` becomes `ss`, `Σ` and `ς` become `σ`, `İ` becomes `i` and a dot. Where marks are
/// ignored, non-spacing and enclosing ones (Mn, Me) become nothing. Each character is folded by itself, so a part
/// of a text folds to a part of the folded text; the price is that marks in an unusual order stay in it.
/// Line endings are alike: CRLF and CR become LF, see `FoldedScalars`.
///
/// A value for one thread; what it has looked up is remembered for all.
struct TextFolding {
    /// What is ignored.
    enum Strength: Hashable, Sendable {
        /// Case.
        case marksCount
        /// Case and marks.
        case marksIgnored
        /// Marks alone, for those who ignore case by themselves.
        case onlyMarksIgnored
    }

    /// One character's folding: nothing, one scalar, or a place in `longer`.
    private typealias Entry = UInt32
    private static let nothing: Entry = 0xFFFF_FFFF
    private static let isLonger: Entry = 0x8000_0000

    let strength: Strength
    /// Where the 256 foldings of a page begin in `entries`; -1 where nobody has asked yet.
    private var pages: [Int32] = Array(repeating: -1, count: 0x1100)
    private var entries: [Entry] = []
    /// The longer foldings, each behind its count.
    private var longer: [UInt32] = []

    init(_ strength: Strength) { self.strength = strength }

    /// Why no character can be folded on this system; nil where each can.
    static var hindrance: String? {
        ci_isThere()
            ? nil
            : "ICU \(U_ICU_VERSION_SHORT) (libicu) is not installed, without which nothing can be searched"
    }

    /// The edition of Unicode that foldings are taken from.
    static var unicodeVersion: String {
        var version: (UInt8, UInt8, UInt8, UInt8) = (0, 0, 0, 0)
        withUnsafeMutableBytes(of: &version) { raw in
            raw.withMemoryRebound(to: UInt8.self) { ci_u_getUnicodeVersion($0.baseAddress) }
        }
        return "\(version.0).\(version.1).\(version.2)"
    }

    /// Calls a body with each scalar that a character folds to.
    mutating func forEach(of scalar: UInt32, _ body: (UInt32) -> Void) {
        if scalar < 0x80 { return body(ascii(scalar)) }
        let page = Int(scalar >> 8)
        if pages[page] < 0 { makePage(page) }
        let entry = entries[Int(pages[page]) + Int(scalar & 255)]
        if entry == Self.nothing { return }
        guard entry & Self.isLonger != 0 else { return body(entry) }
        let start = Int(entry & ~Self.isLonger)
        for index in start + 1...start + Int(longer[start]) { body(longer[index]) }
    }

    /// The folding of ASCII.
    func ascii(_ scalar: UInt32) -> UInt32 {
        scalar &- 0x41 < 26 && strength != .onlyMarksIgnored ? scalar | 0x20 : scalar
    }

    private mutating func makePage(_ page: Int) {
        pages[page] = Int32(entries.count)
        for folded in Self.foldings(ofPage: page, strength) {
            if folded.isEmpty {
                entries.append(Self.nothing)
            } else if folded.count == 1 {
                entries.append(folded[0])
            } else {
                entries.append(UInt32(longer.count) | Self.isLonger)
                longer.append(UInt32(folded.count))
                longer += folded
            }
        }
    }

    /// A page of 256 characters in one strength.
    private struct Page: Hashable {
        let number: Int
        let strength: Strength
    }

    /// What ICU was asked already, by any thread.
    private static let known = Mutex<[Page: [[UInt32]]]>([:])

    private static func foldings(ofPage number: Int, _ strength: Strength) -> [[UInt32]] {
        let page = Page(number: number, strength: strength)
        if let foldings = known.withLock({ $0[page] }) { return foldings }
        let first = UInt32(number) << 8
        let foldings = (first...first | 255).map { folding(of: $0, strength) }
        known.withLock { $0[page] = foldings }
        return foldings
    }

    private static func folding(of scalar: UInt32, _ strength: Strength) -> [UInt32] {
        guard Unicode.Scalar(scalar) != nil else { return [scalar] }
        var folded: [UInt32] = []
        for part in decomposition(of: scalar) where strength == .marksCount || !isMark(part) {
            if strength == .onlyMarksIgnored {
                folded.append(part)
            } else {
                for step in caseFolding(of: part) { folded += decomposition(of: step) }
            }
        }
        return folded
    }

    private static func isMark(_ scalar: UInt32) -> Bool {
        let kind = UInt32(ci_u_charType(Int32(bitPattern: scalar)))
        return kind == U_NON_SPACING_MARK.rawValue || kind == U_ENCLOSING_MARK.rawValue
    }

    private static func decomposition(of scalar: UInt32) -> [UInt32] {
        var status = U_ZERO_ERROR
        let form = ci_unorm2_getNFDInstance(&status)
        guard status == U_ZERO_ERROR, let form else { return [scalar] }
        return converted { buffer in
            ci_unorm2_getDecomposition(
                form, Int32(bitPattern: scalar), buffer.baseAddress, Int32(buffer.count), &status)
        } ?? [scalar]
    }

    private static func caseFolding(of scalar: UInt32) -> [UInt32] {
        var status = U_ZERO_ERROR
        let units = Unicode.Scalar(scalar).map { Array(String(Character($0)).utf16) } ?? []
        return converted { buffer in
            ci_u_strFoldCase(buffer.baseAddress, Int32(buffer.count), units, Int32(units.count), &status)
        } ?? [scalar]
    }

    /// The scalars of the UTF-16 that a call writes; nil where it answers that there is nothing to write.
    private static func converted(_ call: (UnsafeMutableBufferPointer<UInt16>) -> Int32) -> [UInt32]? {
        // The longest decomposition and the longest folding have less than ten units.
        withUnsafeTemporaryAllocation(of: UInt16.self, capacity: 32) { buffer in
            let count = call(buffer)
            guard count >= 0, count <= 32 else { return nil }
            return String(decoding: buffer.prefix(Int(count)), as: UTF16.self).unicodeScalars.map(\.value)
        }
    }
}
