// SPDX-License-Identifier: MIT
// How answers of the Model Context Protocol are written.

internal import NoteJSON
internal import NoteKit

/// The result of a request.
struct AgentReply {
    /// The lifetime of what is the same as long as the server runs.
    static let lasting = 3_600_000

    private let isStateless: Bool
    private let lifetime: Int?
    private let fields: (inout JSONWriter) -> Void

    /// - Parameters:
    ///   - isStateless: Whether the request is of the revision whose results say what they are.
    ///   - lifetime: For how many milliseconds it may be kept; nil for one that nobody keeps.
    ///   - fields: Writes its members.
    init(
        isStateless: Bool, lifetime: Int? = nil, _ fields: @escaping (inout JSONWriter) -> Void = { _ in }
    ) {
        self.isStateless = isStateless
        self.lifetime = lifetime
        self.fields = fields
    }

    /// The message.
    func message(to id: MessageID) -> [UInt8] {
        Self.message(to: id) { json in
            json.field("result") { json in
                json.object { json in
                    if isStateless {
                        json.field("resultType", "complete")
                        json.field("_meta") { json in
                            json.object {
                                $0.field("io.modelcontextprotocol/serverInfo") { Self.writeServer(to: &$0) }
                            }
                        }
                    }
                    if isStateless, let lifetime {
                        json.field("ttlMs", lifetime)
                        json.field("cacheScope", "private")
                    }
                    fields(&json)
                }
            }
        }
    }

    /// A request, or something that is none, had a fault.
    static func fault(_ fault: AgentFault, to id: MessageID?) -> [UInt8] {
        message(to: id) { json in json.field("error") { fault.write(to: &$0) } }
    }

    /// The answers to a batch, in one line.
    static func batch(_ answers: [[UInt8]]) -> [UInt8] {
        var json = JSONWriter()
        json.array(answers) { $0.value($1) }
        return json.bytes
    }

    private static func message(to id: MessageID?, _ fields: (inout JSONWriter) -> Void) -> [UInt8] {
        var json = JSONWriter()
        json.object { json in
            json.field("jsonrpc", "2.0")
            json.field("id") { json in
                if let id { id.write(to: &json) } else { json.null() }
            }
            fields(&json)
        }
        return json.bytes
    }

    /// Who answers.
    static func writeServer(to json: inout JSONWriter) {
        json.object { json in
            json.field("name", "notekit")
            json.field("title", "NoteKit")
            json.field("version", NoteKitVersion.text)
        }
    }

    /// The content of a tool's answer, for clients that take nothing but text.
    static func writeContent(_ answer: [UInt8], to json: inout JSONWriter) {
        json.field("content") { json in
            json.array(CollectionOfOne(answer)) { json, answer in
                json.object { json in
                    json.field("type", "text")
                    json.field("text", String(decoding: answer, as: UTF8.self))
                }
            }
        }
    }
}
