// SPDX-License-Identifier: MIT
// JSON read strictly: what RFC 8259 does not allow is refused, and so is what two readers might understand
// differently.

extension JSONValue {
    /// The deepest nesting of arrays and objects that is read.
    package static let deepest = 128

    /// Reads one value and nothing else.
    ///
    /// Refused besides what is no JSON: bytes that are not UTF-8, half a surrogate pair, a name that comes
    /// twice in an object, nesting deeper than `deepest`, a number that no `Double` reaches. A byte order
    /// mark is not JSON.
    ///
    /// The time is linear in the number of bytes, and so is the memory.
    ///
    /// - Throws: `JSONError`: where it stops to be JSON, and why.
    package init(parsing bytes: [UInt8]) throws(JSONError) { self = try Self.parsed(bytes).value }

    /// Reads what a program may send that cuts its strings anywhere: half a surrogate pair, as an escape, is read as
    /// U+FFFD. All else is as strict.
    ///
    /// - Throws: `JSONError`: where it stops to be JSON, and why.
    package init(replacingHalfPairsOf bytes: [UInt8]) throws(JSONError) {
        let answer = bytes.withUnsafeBufferPointer { buffer in
            Result { () throws(JSONError) in
                var reader = JSONReader(buffer, replacesHalfPairs: true)
                return try reader.document()
            }
        }
        self = try answer.get()
    }

    /// The value, with the bytes between the quotes of each string that is a value, in their order.
    static func parsed(_ bytes: [UInt8]) throws(JSONError) -> (value: JSONValue, strings: [Range<Int>]) {
        let answer = bytes.withUnsafeBufferPointer { buffer in
            Result { () throws(JSONError) in
                var reader = JSONReader(buffer)
                return (try reader.document(), reader.strings)
            }
        }
        return try answer.get()
    }
}

/// A place in bytes that are being read. It is used while the bytes are borrowed, and not kept.
struct JSONReader {
    let bytes: UnsafeBufferPointer<UInt8>
    var position = 0
    /// The bytes of the values that are strings, without their quotes.
    private(set) var strings: [Range<Int>] = []
    private var depth = 0
    /// Whether half a surrogate pair is U+FFFD, and not an error.
    let replacesHalfPairs: Bool

    init(_ bytes: UnsafeBufferPointer<UInt8>, replacesHalfPairs: Bool = false) {
        self.bytes = bytes
        self.replacesHalfPairs = replacesHalfPairs
    }

    mutating func document() throws(JSONError) -> JSONValue {
        let value = try value()
        skipSpace()
        guard position == bytes.count else { throw error("something follows the value") }
        return value
    }

    private mutating func value() throws(JSONError) -> JSONValue {
        skipSpace()
        guard let first = next else { throw error("a value is missing") }
        switch first {
        case UInt8(ascii: "{"): return try nested(Self.object)
        case UInt8(ascii: "["): return try nested(Self.array)
        case UInt8(ascii: "\""):
            let start = position + 1
            let text = try string()
            strings.append(start..<position - 1)
            return .string(text)
        case UInt8(ascii: "t"): return try word("true", .truth(true))
        case UInt8(ascii: "f"): return try word("false", .truth(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try number()
        default: throw error("no value begins like this")
        }
    }

    private mutating func nested(
        _ body: (inout JSONReader) throws(JSONError) -> JSONValue
    ) throws(JSONError) -> JSONValue {
        guard depth < JSONValue.deepest else { throw error("it is nested deeper than \(JSONValue.deepest)") }
        depth += 1
        position += 1
        let value = try body(&self)
        depth -= 1
        return value
    }

    private static func array(_ reader: inout JSONReader) throws(JSONError) -> JSONValue {
        var elements: [JSONValue] = []
        reader.skipSpace()
        if reader.take("]") { return .array([]) }
        while true {
            elements.append(try reader.value())
            reader.skipSpace()
            if reader.take("]") { return .array(elements) }
            guard reader.take(",") else { throw reader.error("a comma or ] is missing") }
        }
    }

    private static func object(_ reader: inout JSONReader) throws(JSONError) -> JSONValue {
        var members: [JSONObject.Member] = []
        // Two strings of Swift are equal when they look alike; names are not.
        var names: Set<[UInt8]> = []
        reader.skipSpace()
        if reader.take("}") { return .object(JSONObject(members: [])) }
        while true {
            reader.skipSpace()
            guard reader.next == UInt8(ascii: "\"") else { throw reader.error("a name in quotes is missing") }
            let start = reader.position
            let name = try reader.string()
            guard names.insert(Array(name.utf8)).inserted else {
                reader.position = start
                throw reader.error("a name comes twice")
            }
            reader.skipSpace()
            guard reader.take(":") else { throw reader.error("a colon is missing") }
            members.append(JSONObject.Member(name: name, value: try reader.value()))
            reader.skipSpace()
            if reader.take("}") { return .object(JSONObject(members: members)) }
            guard reader.take(",") else { throw reader.error("a comma or } is missing") }
        }
    }

    private mutating func word(_ word: StaticString, _ value: JSONValue) throws(JSONError) -> JSONValue {
        let isThere = word.withUTF8Buffer { bytes[position...].starts(with: $0) }
        guard isThere else { throw error("no value begins like this") }
        position += word.utf8CodeUnitCount
        return value
    }

    // MARK: Bytes

    /// The byte at the position; nil at the end.
    var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    /// Passes over a sign, if it stands there.
    mutating func take(_ sign: Unicode.Scalar) -> Bool {
        guard next == UInt8(ascii: sign) else { return false }
        position += 1
        return true
    }

    mutating func skipSpace() {
        while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
    }

    func error(_ reason: String) -> JSONError { JSONError(offset: position, reason: reason) }
}
