// SPDX-License-Identifier: MIT
// What one property of a note is: a name, and a value of one of Obsidian's types.

/// A property of a note.
public struct NoteProperty: Sendable {
    /// The types that Obsidian has for properties.
    public enum Kind: String, CaseIterable, Sendable {
        case text
        case list
        case number
        case checkbox
        case date
        case datetime
    }

    /// A value of one of the types.
    public enum Value: Sendable {
        /// Text, `nil` where nothing is written (or YAML's `null`).
        case text(String?)
        /// The entries, each as text.
        case list([String])
        /// A number.
        case number(Double)
        /// A tick, or none.
        case checkbox(Bool)
        /// A date alone.
        case date(NoteDate)
        /// A date with a time.
        case dateTime(NoteDate)

        /// The type.
        public var kind: Kind {
            switch self {
            case .text: .text
            case .list: .list
            case .number: .number
            case .checkbox: .checkbox
            case .date: .date
            case .dateTime: .datetime
            }
        }
    }

    /// The name, quotes and escapes resolved.
    public let key: String
    /// The value, read as Obsidian reads it.
    public let value: Value
    /// The value as text: quotes and escapes resolved, and never converted, so `007` stays `007`. The entries of
    /// a list have a comma and a space between them. A mapping, and what lies deeper in a list, is its source.
    public let text: String
    /// The line of the file in which the name stands, counted from 1.
    public let line: Int
    /// The name's bytes of the file, quotes included.
    public let keyRange: Range<Int>
    /// The value's bytes of the file: quotes included, comments and blanks around it not. Empty, right behind the
    /// colon, where no value is written.
    public let valueRange: Range<Int>

    /// Names that Obsidian has for lists, so that one value alone is a list of one.
    static let listNames: Set<String> = ["tags", "aliases", "cssclasses"]

    init(_ pair: YAMLPair, of file: UnsafeBufferPointer<UInt8>) {
        key = String(decoding: pair.key.text, as: UTF8.self)
        line = pair.line
        keyRange = pair.key.range
        valueRange = pair.value.range
        (value, text) = Self.read(pair.value, isList: Self.listNames.contains(key.lowercased()), of: file)
    }

    private static func read(
        _ value: YAMLValue, isList: Bool, of file: UnsafeBufferPointer<UInt8>
    ) -> (Value, String) {
        switch value {
        case .list(let items, _, _):
            let texts = items.map { item in
                switch item {
                case .scalar(let scalar): String(decoding: scalar.text, as: UTF8.self)
                case .other(let range): source(range, of: file)
                }
            }
            return (.list(texts), texts.joined(separator: ", "))
        case .mapping(let range), .alias(let range):
            let text = source(range, of: file)
            return (.text(text), text)
        case .scalar(let scalar):
            let text = String(decoding: scalar.text, as: UTF8.self)
            let meaning = scalar.meaning
            if isList { return (.list(meaning == .null ? [] : [text]), text) }
            switch meaning {
            case .null: return (.text(nil), text)
            case .truth(let truth): return (.checkbox(truth), text)
            case .number(let number): return (.number(number), text)
            case .text:
                guard !scalar.hasTag, let date = NoteDate(text) else { return (.text(text), text) }
                return (date.time == nil ? .date(date) : .dateTime(date), text)
            }
        }
    }

    /// A part of the file with `\n` at the end of its lines.
    private static func source(_ range: Range<Int>, of file: UnsafeBufferPointer<UInt8>) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(range.count)
        for index in range {
            let byte = file[index]
            guard byte == 0x0D else {
                bytes.append(byte)
                continue
            }
            if index + 1 == range.upperBound || file[index + 1] != 0x0A { bytes.append(0x0A) }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
