// SPDX-License-Identifier: MIT
// `notekit properties`.

internal import NoteJSON
internal import NoteKit
internal import NoteMarkdown
internal import NoteProgram

/// Shows the properties of a note, and what is wrong with its front matter.
struct PropertiesCommand: Command {
    static let declaration = CommandDeclaration(
        "properties", "List the properties of a note.",
        discussion: [
            "The properties are the fields of the front matter, with the types that Obsidian gives them: text, "
                + "list, number, checkbox, date or datetime. A line holds the place, the name, the type and "
                + "the value as text: quotes and escapes resolved, and never converted.",
            "What is wrong with the front matter is told with its line, and the exit code is 1 then: it is no "
                + "YAML, it holds no names with values, or a name stands twice.",
        ],
        operands: [Operand("FILE", .file, "The note.")],
        groups: [.optional(.jsonObject)],
        examples: ["notekit properties todo.md", "notekit properties --json todo.md"])

    private let file: NotePath
    private let isJSON: Bool

    init(_ arguments: Arguments) throws(UsageError) {
        file = try arguments.path(0)
        isJSON = arguments.has(.jsonObject)
    }

    func run() throws -> ExitCode {
        let read = NoteProperties(of: try OpenNote(at: file).base)
        let path = try NotePlace(of: file).path
        for problem in read.problems {
            StandardError.write("notekit: \(path):\(problem.line): \(problem.message)\n")
        }
        return StandardOutput.write(
            isJSON ? Self.json(read) : Self.lines(read.properties, of: path),
            then: read.problems.isEmpty ? .fine : .found)
    }

    private static func json(_ read: NoteProperties) -> [UInt8] {
        JSONWriter.document { json in
            json.object { json in
                json.field("properties") { json in
                    json.array(read.properties) { json, property in
                        json.object { json in
                            json.field("key", property.key)
                            json.field("type", property.value.kind.rawValue)
                            json.field("value") { write(property, to: &$0) }
                            json.field("text", property.text)
                            json.field("line", property.line)
                        }
                    }
                }
                json.field("problems") { json in
                    json.array(read.problems) { json, problem in
                        json.object { json in
                            json.field("line", problem.line)
                            json.field("message", problem.message)
                        }
                    }
                }
            }
        }
    }

    private static func write(_ property: NoteProperty, to json: inout JSONWriter) {
        switch property.value {
        case .text(let text): json.string(text)
        case .list(let items): json.array(items) { $0.string($1) }
        case .number(let number): json.number(number)
        case .checkbox(let isTicked): json.truth(isTicked)
        case .date, .dateTime: json.string(property.text)
        }
    }

    private static func lines(_ properties: [NoteProperty], of path: NotePath) -> [UInt8] {
        let rows = properties.map { property in
            [
                "\(path):\(property.line):", Excerpt.line(property.key), property.value.kind.rawValue,
                Excerpt.line(property.text),
            ]
        }
        return NoteRows.aligned(rows)
    }
}
