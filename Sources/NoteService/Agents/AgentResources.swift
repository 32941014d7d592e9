// SPDX-License-Identifier: MIT
// Notes as resources, which a person hands to an agent: listed and read, never changed.

internal import NoteJSON
internal import NoteProtocol

/// The notes of a vault under addresses of the form `note:///folder/name.md`.
struct AgentResources: Sendable {
    private static let scheme = "note:///"
    private static let page = 200
    /// How many bytes of a note are handed over at most.
    private static let longest = 1 << 20

    let vault: AgentVault

    /// What writes the members of an answer.
    typealias Fields = @Sendable (inout JSONWriter) -> Void

    /// A part of the list of all notes, the newest first.
    func list(_ parameters: JSONObject) async throws(AgentFault) -> Fields {
        var after: String?
        switch parameters["cursor"] {
        case nil: break
        case .string(let cursor)?: after = cursor
        default: throw AgentFault(.invalidParameters, "cursor is no string.")
        }
        let list: Service.VaultNotes.Answer
        do throws(AgentRefusal) {
            list = try await vault.answer {
                Service.VaultNotes(vault: $0, order: .modified, limit: Self.page, after: after)
            }
        } catch {
            throw AgentFault(error)
        }
        return { json in
            json.field("resources") { json in
                json.array(list.notes) { json, note in
                    json.object { json in
                        json.field("uri", Self.address(of: note.path))
                        json.field("name", note.path)
                        json.field("title", note.title)
                        json.field("mimeType", "text/markdown")
                        json.field("size", note.size)
                    }
                }
            }
            if let next = list.next { json.field("nextCursor", next) }
        }
    }

    /// How the address of a note is made.
    static let templates: Fields = { json in
        json.field("resourceTemplates") { json in
            json.array(CollectionOfOne(scheme + "{+path}")) { json, template in
                json.object { json in
                    json.field("uriTemplate", template)
                    json.field("name", "note")
                    json.field("title", "A note")
                    json.field("description", AgentWords.path)
                    json.field("mimeType", "text/markdown")
                }
            }
        }
    }

    /// A note. One that is too long is refused: whoever needs it reads it in parts.
    func read(_ parameters: JSONObject, _ isStateless: Bool) async throws(AgentFault) -> Fields {
        guard case .string(let address) = parameters["uri"] else {
            throw AgentFault(.invalidParameters, "uri is missing.")
        }
        guard let path = Self.path(of: address) else { throw .noResource(address, isStateless) }
        let read: Service.NoteRead.Answer
        do throws(AgentRefusal) {
            read = try await vault.answer {
                Service.NoteRead(vault: $0, path: path, limit: Self.longest)
            }
        } catch {
            switch error.word {
            case "missing", "outside-vault": throw .noResource(address, isStateless)
            default: throw AgentFault(error)
            }
        }
        guard read.end == read.length else {
            throw AgentFault(
                .invalidParameters,
                "'\(path)' has \(read.length) bytes of text. The tool read tells notes of more than "
                    + "\(Self.longest) in parts.")
        }
        return { json in
            json.field("contents") { json in
                json.array(CollectionOfOne(read.text)) { json, text in
                    json.object { json in
                        json.field("uri", address)
                        json.field("mimeType", "text/markdown")
                        json.field("text", text)
                    }
                }
            }
        }
    }

    // MARK: Addresses

    /// The address of a note.
    static func address(of path: String) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var address = Array(scheme.utf8)
        for byte in path.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
                UInt8(ascii: "_"),
                UInt8(ascii: "~"), UInt8(ascii: "/"):
                address.append(byte)
            default: address += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: address, as: UTF8.self)
    }

    /// The note of an address; nil for another address. Whether it is in the vault is seen when it is read.
    static func path(of address: String) -> String? {
        guard address.utf8.starts(with: scheme.utf8) else { return nil }
        var path: [UInt8] = []
        var rest = Array(address.utf8.dropFirst(scheme.utf8.count))[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                path.append(byte)
                continue
            }
            let digits = rest.prefix(2)
            guard digits.count == 2,
                digits.allSatisfy({ $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "-") }),
                let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
            else { return nil }
            path.append(value)
            rest = rest.dropFirst(2)
        }
        return String(validating: path, as: UTF8.self)
    }
}
