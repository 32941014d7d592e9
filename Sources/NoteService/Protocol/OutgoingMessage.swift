// SPDX-License-Identifier: MIT
// What the daemon says, in the words of JSON-RPC 2.0.

internal import NoteJSON
internal import NoteProtocol

/// The messages of the daemon, with their frames.
enum OutgoingMessage {
    /// The answer to a request.
    static func result(_ value: some ProtocolOutput, to id: MessageID) -> [UInt8] {
        message { json in
            json.field("id") { id.write(to: &$0) }
            json.field("result") { value.write(to: &$0) }
        }
    }

    /// The refusal of a request; of a message whose id is not known where there is none.
    static func error(_ error: ProtocolError, to id: MessageID?) -> [UInt8] {
        message { json in
            json.field("id") { json in
                if let id { id.write(to: &json) } else { json.null() }
            }
            json.field("error") { error.write(to: &$0) }
        }
    }

    /// News that nobody asked for.
    static func notification<News: ServiceNotification>(_ news: News) -> [UInt8] {
        message { json in
            json.field("method", News.name)
            json.field("params") { news.write(to: &$0) }
        }
    }

    private static func message(_ fields: (inout JSONWriter) -> Void) -> [UInt8] {
        var json = JSONWriter()
        json.object { json in
            json.field("jsonrpc", "2.0")
            fields(&json)
        }
        return FrameParser.frame(json.bytes)
    }
}
