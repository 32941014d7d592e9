// SPDX-License-Identifier: MIT
// The tools `properties` and `set_property`.

internal import NoteKit
internal import NoteMarkdown
internal import NoteProtocol

/// Lists the properties of a note.
enum PropertiesTool: AgentTool {
    static let name = "properties"
    static let title = "List properties"
    static let summary =
        "Lists the properties of a note: the fields of its front matter, with the types that Obsidian gives them. problems "
        + "says what is wrong with the front matter; then no property can be set."

    /// A property.
    struct Row: ProtocolObject {
        static let members: [Member<Row>] = [
            Member("key", "Its name.") { $0.key },
            Member("type", "text, list, number, checkbox, date or datetime.") { $0.type },
            Member("text", AgentWords.text) { $0.text },
            Member(optional: "items", "Of a list: its entries.") { $0.items },
            Member("line", "Its line in the note.") { $0.line },
            Member("isCut", "Whether only the beginning of the name or of the value is told.") { $0.isCut },
        ]

        let key: String
        let type: String
        let text: String
        let items: [String]?
        let line: Int
        let isCut: Bool
        let range: Range<Int>

        init(_ property: NoteProperty) {
            key = AgentNote.excerpt(property.key)
            type = property.value.kind.rawValue
            line = property.line
            range =
                property.keyRange
                .lowerBound..<max(property.keyRange.upperBound, property.valueRange.upperBound)
            let whole = property.text
            isCut = max(whole.utf8.count, property.key.utf8.count) > AgentLimit.value
            text = AgentNote.excerpt(whole)
            if case .list(let entries) = property.value, !isCut { items = entries } else { items = nil }
        }
    }

    struct Answer: ProtocolObject {
        static let members: [Member<Answer>] = [
            Member("digest", AgentWords.digest) { $0.digest },
            Member("properties", "The properties, in the order of the note.") { $0.part.rows },
            Member("next", AgentWords.next) { $0.part.next },
            Member(
                "problems",
                "What is wrong with the front matter, with its line, \(AgentLimit.problems) at most; usually nothing."
            ) {
                $0.problems
            },
        ]

        let digest: String
        let part: AgentPart<Row>
        let problems: [String]
    }

    static func carryOut(
        _ parameters: AgentRows, in vault: AgentVault
    ) async throws(AgentRefusal) -> Answer {
        let note = AgentNote(parameters.path, try await vault.text(of: parameters.path))
        let read = NoteProperties(of: note.bytes)
        let part = parameters.part(of: read.properties.map { Row($0) })
        vault.shown.add(0..<0, of: note.digest, length: note.bytes.count)
        for row in part.rows where !row.isCut {
            vault.shown.add(row.range, of: note.digest, length: note.bytes.count)
        }
        return Answer(
            digest: note.digest, part: part,
            problems: read.problems.prefix(AgentLimit.problems).map {
                AgentNote.excerpt("Line \($0.line): \($0.message)")
            })
    }
}

/// Sets a property.
enum SetPropertyTool: AgentTool {
    static let name = "set_property"
    static let title = "Set a property"
    static let summary =
        "Sets a property of a note, or with action appends to a list, removes or renames the property. The text reads back "
        + "as you give it; comments, quotes and every other byte of the front matter stay. Needs the digest that "
        + "properties or read told as base: refused with conflict when the note has changed since, with unseen where "
        + "what it replaces was not told: a value that was cut, or a comment between the entries of a list, which "
        + "only read tells."
    static let isWriting = true

    /// What is to be done.
    enum Action: String, ProtocolWord {
        case set
        case append
        case remove
        case rename
    }

    struct Parameters: ProtocolParameters {
        private static let keyMember = Parameter<String>("key", "The name of the property.")
        private static let valueMember = Parameter<String?>(
            "value", "The value; the entry to append; the new name. None to remove.")
        private static let actionMember = Parameter<Action?>("action", "What to do; set without it.")
        static let fields = AgentBase.fields + [keyMember.field, valueMember.field, actionMember.field]

        let note: AgentBase
        let key: String
        let value: String
        let action: Action

        init(_ given: GivenParameters) throws(ProtocolError) {
            note = try AgentBase(given)
            key = try given.value(of: Self.keyMember)
            action = try given.value(of: Self.actionMember) ?? .set
            let value = try given.value(of: Self.valueMember)
            guard (action == .remove) == (value == nil) else {
                throw ProtocolError(
                    .invalidParameters,
                    action == .remove ? "To remove needs no value." : "arguments.value is missing.")
            }
            self.value = value ?? ""
        }

        func edits(_ read: NoteProperties) throws(PropertyError) -> [NoteEdit] {
            switch action {
            case .set: try read.edits(setting: key, to: value)
            case .append: try read.edits(appending: value, to: key)
            case .remove: try read.edits(removing: key)
            case .rename: try read.edits(renaming: key, to: value)
            }
        }
    }

    static func carryOut(
        _ parameters: Parameters, in vault: AgentVault
    ) async throws(AgentRefusal) -> ChangeAnswer {
        let path = parameters.note.path
        let note = AgentNote(path, try await vault.text(of: path, at: parameters.note.base))
        let edits: [NoteEdit]
        do throws(PropertyError) {
            edits = try parameters.edits(NoteProperties(of: note.bytes))
        } catch {
            throw AgentRefusal(
                "property", "'\(path)' was not changed. \(error)", advice: "properties tells what there is.")
        }
        return try await parameters.note.change(
            edits.map {
                Service.TextEdit(
                    start: $0.range.lowerBound, end: $0.range.upperBound,
                    text: String(decoding: $0.inserted, as: UTF8.self))
            }, in: vault)
    }
}
