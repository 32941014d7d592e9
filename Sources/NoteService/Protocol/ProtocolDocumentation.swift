// SPDX-License-Identifier: MIT
// The reference of the protocol for people, made from the table of methods.

/// Every method with its parameters and its answer, in Markdown.
package enum ProtocolDocumentation {
    /// The whole reference.
    package static var text: String {
        var parts = ["## Methods\n"]
        for method in MethodTable.methods {
            parts.append("### `\(method.name)`\n\n\(method.summary)\n")
            parts.append(list("Parameters", method.parameters))
            if case .object(let fields, _) = method.answer { parts.append(list("Answer", fields)) }
        }
        parts.append("## What can be cancelled\n\n| method | `$/cancelRequest` |\n|---|---|\n")
        parts[parts.count - 1] += MethodTable.methods.map {
            "| `\($0.name)` | \($0.isCancellable ? "at any time" : "until it is begun") |\n"
        }.joined()
        parts.append("## Notifications of a client\n")
        for entry in MethodTable.clientNotifications {
            parts.append("### `\(entry.name)`\n\n\(entry.summary)\n")
            parts.append(list("Parameters", entry.parameters))
        }
        parts.append("## Notifications\n")
        for news in MethodTable.notifications {
            parts.append("### `\(news.name)`\n\n\(news.summary)\n")
            parts.append(list("Parameters", news.parameters))
        }
        parts.append("## Errors\n\n| code | `data.code` | meaning |\n|---|---|---|\n")
        parts[parts.count - 1] += ProtocolError.Code.all.map {
            "| \($0.number) | `\($0.word)` | \($0.meaning) |\n"
        }.joined()
        return parts.joined(separator: "\n")
    }

    private static func list(_ title: String, _ fields: [Field]) -> String {
        guard !fields.isEmpty else { return "\(title): none.\n" }
        return "\(title):\n\n" + items(fields, depth: 0)
    }

    private static func items(_ fields: [Field], depth: Int) -> String {
        fields.map { field in
            let indent = String(repeating: " ", count: 2 * depth)
            let word = field.isOptional ? "\(name(of: field.shape)), may be missing" : name(of: field.shape)
            let line = "\(indent)- `\(field.name)` (\(word)): \(field.summary)\n"
            return line + items(members(of: field.shape), depth: depth + 1)
        }.joined()
    }

    private static func name(of shape: Shape) -> String {
        switch shape {
        case .string: "string"
        case .integer: "integer"
        case .truth: "boolean"
        case .identifier: "integer or string"
        case .words(let words): words.joined(separator: " | ")
        case .array(let element): "array of \(name(of: element))"
        case .object: "object"
        case .nullable(let shape): "\(name(of: shape)) or null"
        }
    }

    private static func members(of shape: Shape) -> [Field] {
        switch shape {
        case .object(let fields, _): fields
        case .array(let shape), .nullable(let shape): members(of: shape)
        case .string, .integer, .truth, .identifier, .words: []
        }
    }
}
