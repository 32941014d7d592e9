// SPDX-License-Identifier: MIT
// How libyaml is asked for the parts of a YAML text, one after the other.

internal import CYAML

/// The parts of a YAML text in order. The one owner of libyaml's parser.
///
/// libyaml reads YAML 1.1; what it leaves open (what a plain scalar means) is not asked of it.
struct YAMLEvents: ~Copyable {
    private let parser: UnsafeMutablePointer<yaml_parser_t>
    private let places: CharacterOffsets
    /// Where the text starts in its file, in bytes.
    private let start: Int
    /// The number of the text's first line in its file.
    private let firstLine: Int

    /// Reads a part of a file.
    ///
    /// - Parameters:
    ///   - text: The YAML. It must stay where it is as long as this lives.
    ///   - start: Where it starts in the file.
    ///   - firstLine: In which line of the file that is.
    init(_ text: UnsafeBufferPointer<UInt8>, at start: Int, firstLine: Int) throws(YAMLFailure) {
        parser = .allocate(capacity: 1)
        places = CharacterOffsets(of: text)
        self.start = start
        self.firstLine = firstLine
        guard yaml_parser_initialize(parser) == 1 else {
            // After a failure there is nothing that yaml_parser_delete would free; it takes zeros well.
            parser.pointee = yaml_parser_t()
            throw YAMLFailure(line: firstLine, reason: "there is not enough memory")
        }
        yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
        yaml_parser_set_input_string(parser, text.baseAddress, text.count)
    }

    deinit {
        yaml_parser_delete(parser)
        parser.deallocate()
    }

    /// The next part.
    ///
    /// - Throws: `YAMLFailure` where the text is no YAML.
    mutating func next() throws(YAMLFailure) -> YAMLEvent {
        var event = yaml_event_t()
        guard yaml_parser_parse(parser, &event) == 1 else { throw failure }
        defer { yaml_event_delete(&event) }
        let from = start + places.offset(ofCharacter: event.start_mark.index)
        let to = start + places.offset(ofCharacter: event.end_mark.index)
        return YAMLEvent(
            kind: kind(of: event), range: from..<max(from, to), line: firstLine + event.start_mark.line)
    }

    private func kind(of event: yaml_event_t) -> YAMLEvent.Kind {
        switch event.type {
        case YAML_SCALAR_EVENT:
            let scalar = event.data.scalar
            let text = UnsafeBufferPointer(start: scalar.value, count: scalar.length)
            return .scalar(
                Array(text), YAMLStyle(scalar.style),
                YAMLMarks(hasTag: scalar.tag != nil, anchor: bytes(scalar.anchor)))
        case YAML_ALIAS_EVENT: return .alias(bytes(event.data.alias.anchor) ?? [])
        case YAML_SEQUENCE_START_EVENT:
            let list = event.data.sequence_start
            let isFlow = list.style == YAML_FLOW_SEQUENCE_STYLE
            return .listStart(
                isFlow: isFlow, YAMLMarks(hasTag: list.tag != nil, anchor: bytes(list.anchor)))
        case YAML_MAPPING_START_EVENT:
            let mapping = event.data.mapping_start
            let isFlow = mapping.style == YAML_FLOW_MAPPING_STYLE
            return .mappingStart(
                isFlow: isFlow, YAMLMarks(hasTag: mapping.tag != nil, anchor: bytes(mapping.anchor)))
        case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT: return .end
        case YAML_DOCUMENT_START_EVENT: return .documentStart
        case YAML_STREAM_END_EVENT: return .streamEnd
        default: return .other
        }
    }

    private func bytes(_ name: UnsafePointer<yaml_char_t>?) -> [UInt8]? {
        guard let name else { return nil }
        var end = name
        while end.pointee != 0 { end += 1 }
        return Array(UnsafeBufferPointer(start: name, count: end - name))
    }

    private var failure: YAMLFailure {
        let reason = parser.pointee.problem.map { String(cString: $0) } ?? "it cannot be read"
        let line =
            parser.pointee.error == YAML_READER_ERROR
            ? places.line(ofByte: parser.pointee.problem_offset) : parser.pointee.problem_mark.line
        return YAMLFailure(line: firstLine + line, reason: reason)
    }
}

/// Why a text is no YAML.
struct YAMLFailure: Error {
    /// The line of the file.
    var line: Int
    /// The rest of a sentence, without any text of the note.
    var reason: String
}
