// SPDX-License-Identifier: MIT
// The JSON schema of the protocol, made from the table of methods.

internal import NoteJSON

/// The schema (JSON Schema 2020-12): one object with the parameters and the answer of each method, the parameters
/// of each notification of either side, and the errors.
package enum ProtocolSchema {
    /// The schema, two spaces deep at each step.
    package static var text: String { pretty(bytes) }

    private static var bytes: [UInt8] {
        var json = JSONWriter()
        json.object { json in
            json.field("$schema", "https://json-schema.org/draft/2020-12/schema")
            json.field("title", "The protocol of notekitd, version \(InitializeMethod.version)")
            json.field("methods") { json in
                json.object { json in
                    for method in MethodTable.methods {
                        json.field(method.name) { json in
                            json.object { json in
                                json.field("description", method.summary)
                                json.field("cancellable", method.isCancellable)
                                json.field("params") {
                                    write(.object(method.parameters, type: ""), isStrict: true, to: &$0)
                                }
                                json.field("result") { write(method.answer, isStrict: false, to: &$0) }
                            }
                        }
                    }
                }
            }
            json.field("notifications") { json in
                json.object { json in
                    for news in MethodTable.notifications {
                        json.field(news.name) { json in
                            json.object { json in
                                json.field("description", news.summary)
                                json.field("params") {
                                    write(.object(news.parameters, type: ""), isStrict: false, to: &$0)
                                }
                            }
                        }
                    }
                }
            }
            json.field("clientNotifications") { json in
                json.object { json in
                    for entry in MethodTable.clientNotifications {
                        json.field(entry.name) { json in
                            json.object { json in
                                json.field("description", entry.summary)
                                json.field("params") {
                                    write(.object(entry.parameters, type: ""), isStrict: true, to: &$0)
                                }
                            }
                        }
                    }
                }
            }
            json.field("errors") { json in
                json.array(ProtocolError.Code.all) { json, code in
                    json.object { json in
                        json.field("code", code.number)
                        json.field("word", code.word)
                        json.field("description", code.meaning)
                    }
                }
            }
        }
        return json.bytes
    }

    /// Writes the schema of a form.
    ///
    /// - Parameter isStrict: Whether members that are not declared are refused; answers may grow.
    static func write(
        _ shape: Shape, isStrict: Bool, summary: String? = nil, to json: inout JSONWriter
    ) {
        json.object { json in
            if let summary { json.field("description", summary) }
            describe(shape, isStrict: isStrict, in: &json)
        }
    }

    private static func describe(_ shape: Shape, isStrict: Bool, in json: inout JSONWriter) {
        switch shape {
        case .string: json.field("type", "string")
        case .integer: json.field("type", "integer")
        case .truth: json.field("type", "boolean")
        case .identifier: json.field("type") { $0.array(["integer", "string"]) { $0.string($1) } }
        case .words(let words): json.field("enum") { $0.array(words) { $0.string($1) } }
        case .array(let element):
            json.field("type", "array")
            json.field("items") { write(element, isStrict: isStrict, to: &$0) }
        case .nullable(let shape):
            json.field("anyOf") { json in
                json.array([shape, nil]) { json, shape in
                    if let shape {
                        write(shape, isStrict: isStrict, to: &json)
                    } else {
                        json.object { $0.field("type", "null") }
                    }
                }
            }
        case .object(let fields, _):
            json.field("type", "object")
            json.field("properties") { json in
                json.object { json in
                    for field in fields {
                        json.field(field.name) {
                            write(field.shape, isStrict: isStrict, summary: field.summary, to: &$0)
                        }
                    }
                }
            }
            json.field("required") { json in
                json.array(fields.filter { !$0.isOptional }) { $0.string($1.name) }
            }
            if isStrict { json.field("additionalProperties", false) }
        }
    }

    /// JSON in lines, for people and for differences.
    private static func pretty(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        var depth = 0
        var isInString = false
        var isEscaped = false
        func newline() {
            text.append(0x0A)
            text += [UInt8](repeating: 0x20, count: 2 * depth)
        }
        for (index, byte) in bytes.enumerated() {
            if isInString {
                text.append(byte)
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else {
                    isInString = byte != UInt8(ascii: "\"")
                }
                continue
            }
            switch byte {
            case UInt8(ascii: "\""):
                isInString = true
                text.append(byte)
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                text.append(byte)
                let isEmpty = bytes[index + 1] == UInt8(ascii: "}") || bytes[index + 1] == UInt8(ascii: "]")
                depth += 1
                if !isEmpty { newline() }
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                depth -= 1
                let isEmpty = bytes[index - 1] == UInt8(ascii: "{") || bytes[index - 1] == UInt8(ascii: "[")
                if !isEmpty { newline() }
                text.append(byte)
            case UInt8(ascii: ","):
                text.append(byte)
                newline()
            case UInt8(ascii: ":"): text += [byte, 0x20]
            default: text.append(byte)
            }
        }
        return String(decoding: text, as: UTF8.self) + "\n"
    }
}
