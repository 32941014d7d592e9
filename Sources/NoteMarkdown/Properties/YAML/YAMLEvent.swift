// SPDX-License-Identifier: MIT
// What one part of a YAML text is.

internal import CYAML

/// A part of a YAML text.
struct YAMLEvent {
    enum Kind {
        /// Text, with quotes and escapes resolved.
        case scalar([UInt8], YAMLStyle, YAMLMarks)
        /// The name of something above.
        case alias([UInt8])
        case listStart(isFlow: Bool, YAMLMarks)
        case mappingStart(isFlow: Bool, YAMLMarks)
        /// The end of a list or a mapping.
        case end
        case documentStart
        case streamEnd
        case other
    }

    var kind: Kind
    /// The bytes of the file. For what ends by indentation, the end is where the next part starts.
    var range: Range<Int>
    /// The line of the file in which it starts.
    var line: Int
}

/// What may stand before a value: a tag, and a name by which others refer to it.
struct YAMLMarks {
    var hasTag = false
    var anchor: [UInt8]?

    var isEmpty: Bool { !hasTag && anchor == nil }
}

/// How a scalar is written.
enum YAMLStyle: Sendable {
    case plain
    case singleQuoted
    case doubleQuoted
    /// `|` or `>` and lines below.
    case block

    init(_ style: yaml_scalar_style_t) {
        self =
            switch style {
            case YAML_SINGLE_QUOTED_SCALAR_STYLE: .singleQuoted
            case YAML_DOUBLE_QUOTED_SCALAR_STYLE: .doubleQuoted
            case YAML_LITERAL_SCALAR_STYLE, YAML_FOLDED_SCALAR_STYLE: .block
            default: .plain
            }
    }
}
