// SPDX-License-Identifier: MIT
// What a front matter holds: names and values, each with its place.

/// A scalar with its place.
struct YAMLScalar {
    /// The text, quotes and escapes resolved.
    var text: [UInt8]
    var style: YAMLStyle
    /// The bytes of the file, with quotes, and with a tag or an anchor before it.
    var range: Range<Int>
    /// Whether a tag says what it is.
    var hasTag = false
    /// Whether it has a name that others may refer to.
    var hasAnchor = false
}

/// One entry of a list.
enum YAMLItem {
    case scalar(YAMLScalar)
    /// An alias, a list or a mapping: its place.
    case other(Range<Int>)

    var range: Range<Int> {
        switch self {
        case .scalar(let scalar): scalar.range
        case .other(let range): range
        }
    }
}

/// What a name stands for.
enum YAMLValue {
    case scalar(YAMLScalar)
    case list([YAMLItem], isFlow: Bool, Range<Int>)
    case mapping(Range<Int>)
    case alias(Range<Int>)

    /// The bytes of the file. Where nothing is written it is the empty place behind the colon.
    var range: Range<Int> {
        switch self {
        case .scalar(let scalar): scalar.range
        case .list(_, _, let range), .mapping(let range), .alias(let range): range
        }
    }
}

/// A name with its value.
struct YAMLPair {
    var key: YAMLScalar
    /// The line of the file in which the name stands.
    var line: Int
    var value: YAMLValue
    /// Whether a tag or an anchor stands before the value.
    var isMarked: Bool
    /// Whether something in it has a name that others may refer to.
    var hasAnchor: Bool
}
