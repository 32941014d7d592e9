// SPDX-License-Identifier: MIT
// JSON in the order in which it is told, straight into bytes (RFC 8259).

/// Writes one JSON value.
///
/// The encoder of FoundationEssentials was measured and not taken: it makes the program 12 MB larger
/// and needs twice the time for a list of 100,000 notes; it cannot keep the order of the fields; and
/// linked into a program that runs without Swift, its library makes the linker warn of `mktemp`.
package struct JSONWriter {
    /// What was written so far.
    package private(set) var bytes: [UInt8] = []
    private var isFirst = true

    /// Writes nothing yet.
    package init() {}

    /// The bytes of one value and a newline.
    package static func document(_ value: (inout JSONWriter) -> Void) -> [UInt8] {
        var writer = JSONWriter()
        value(&writer)
        return writer.bytes + [UInt8(ascii: "\n")]
    }

    /// The bytes of several values with commas between them, as they stand inside an array.
    package static func elements<Items: Sequence>(
        _ items: Items, _ element: (inout JSONWriter, Items.Element) -> Void
    ) -> [UInt8] {
        var writer = JSONWriter()
        for item in items {
            writer.separate()
            element(&writer, item)
        }
        return writer.bytes
    }

    /// Writes an object; `fields` writes its fields.
    package mutating func object(_ fields: (inout JSONWriter) -> Void) {
        enclose("{", fields, "}")
    }

    /// Writes an array; `element` writes one value for each item.
    package mutating func array<Items: Sequence>(
        _ items: Items, _ element: (inout JSONWriter, Items.Element) -> Void
    ) {
        enclose(
            "[",
            { writer in
                for item in items {
                    writer.separate()
                    element(&writer, item)
                }
            }, "]")
    }

    /// Writes a field's name; the value must follow.
    package mutating func field(_ name: String, _ value: (inout JSONWriter) -> Void) {
        separate()
        string(name)
        bytes.append(UInt8(ascii: ":"))
        value(&self)
    }

    /// Writes a field that holds text, or null.
    package mutating func field(_ name: String, _ text: String?) { field(name) { $0.string(text) } }

    /// Writes a field that holds a whole number, or null.
    package mutating func field(_ name: String, _ number: Int?) { field(name) { $0.number(number) } }

    /// Writes a field that holds true or false.
    package mutating func field(_ name: String, _ truth: Bool) {
        field(name) { $0.truth(truth) }
    }

    /// Writes text in quotes, or null.
    package mutating func string(_ text: String?) {
        guard var text else { return null() }
        bytes.append(UInt8(ascii: "\""))
        text.withUTF8 { buffer in
            var rest = buffer[...]
            while let index = rest.firstIndex(where: Self.mustBeEscaped) {
                bytes.append(contentsOf: UnsafeBufferPointer(rebasing: rest[..<index]))
                escape(rest[index])
                rest = rest[(index + 1)...]
            }
            bytes.append(contentsOf: UnsafeBufferPointer(rebasing: rest))
        }
        bytes.append(UInt8(ascii: "\""))
    }

    /// Writes a whole number, or null.
    package mutating func number(_ number: Int?) { raw(number.map { String($0) } ?? "null") }

    /// Writes a number in the fewest digits that read back as it; null for none, and for what JSON has no
    /// number for.
    package mutating func number(_ number: Double?) {
        guard let number, number.isFinite else { return null() }
        raw(Int(exactly: number).map { String($0) } ?? String(number))
    }

    /// Writes true or false.
    package mutating func truth(_ truth: Bool) { raw(truth ? "true" : "false") }

    /// Writes null.
    package mutating func null() { raw("null") }

    /// Writes seconds with three decimals.
    package mutating func milliseconds(_ milliseconds: Int) {
        let decimals = String(milliseconds % 1000)
        raw("\(milliseconds / 1000).\(String(repeating: "0", count: 3 - decimals.utf8.count))\(decimals)")
    }

    /// Writes a value whose bytes another writer made.
    package mutating func value(_ json: [UInt8]) { bytes += json }

    private mutating func raw(_ text: String) { bytes += text.utf8 }

    private mutating func separate() {
        if !isFirst { bytes.append(UInt8(ascii: ",")) }
        isFirst = false
    }

    private mutating func enclose(
        _ opening: Unicode.Scalar, _ body: (inout JSONWriter) -> Void, _ closing: Unicode.Scalar
    ) {
        bytes.append(UInt8(ascii: opening))
        isFirst = true
        body(&self)
        isFirst = false
        bytes.append(UInt8(ascii: closing))
    }

    private static func mustBeEscaped(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
    }

    private mutating func escape(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "\""): raw(#"\""#)
        case UInt8(ascii: "\\"): raw(#"\\"#)
        case 0x0A: raw(#"\n"#)
        case 0x0D: raw(#"\r"#)
        case 0x09: raw(#"\t"#)
        default: raw(byte < 0x10 ? #"\u000\#(String(byte, radix: 16))"# : #"\u00\#(String(byte, radix: 16))"#)
        }
    }
}
