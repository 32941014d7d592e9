// SPDX-License-Identifier: MIT
// How far a request is that takes long, as in the Language Server Protocol.

internal import NoteKit

/// The news of it.
struct Progress: ServiceNotification {
    static let name = "$/progress"
    static let summary =
        "How far a request is whose parameters held a workDoneToken. Its answer ends that, whatever was told before."
    static let members: [Member<Progress>] = [
        Member("token", "The token of the request.") { $0.token },
        Member("value", "How far it is.") { $0.value },
    ]

    let token: MessageID
    let value: ProgressValue
}

/// How far something is.
struct ProgressValue: ProtocolObject {
    enum Kind: String, ProtocolWord {
        case begin
        case report
        case end
    }

    static let members: [Member<ProgressValue>] = [
        Member("kind", "Whether it begins, goes on or is done.") { $0.kind },
        Member(optional: "title", "What is done; with begin.") { $0.title },
        Member(optional: "percentage", "How much of it is done, of 100; not with begin.") { $0.percentage },
        Member(optional: "done", "How many notes are done; not with begin.") { $0.done },
        Member(optional: "total", "How many there are; not with begin.") { $0.total },
    ]

    let kind: Kind
    var title: String?
    var percentage: Int?
    var done: Int?
    var total: Int?
}

/// Tells a client how far a request is: no more than once for each hundredth.
struct ProgressTelling {
    static let parameter = Parameter<MessageID?>(
        "workDoneToken", "With it the client is told by $/progress how far this is; what it calls that.")

    private let token: MessageID
    private let client: ServedClient
    private var percentage = -1

    /// Begins, where there is a token.
    init?(_ token: MessageID?, _ title: String, to client: ServedClient) {
        guard let token else { return nil }
        self.token = token
        self.client = client
        client.tell(Progress(token: token, value: ProgressValue(kind: .begin, title: title)))
    }

    /// So much is done.
    mutating func tell(_ done: Int, of total: Int) {
        let percentage = total == 0 ? 100 : 100 * done / total
        guard percentage > self.percentage else { return }
        self.percentage = percentage
        let kind = done == total ? ProgressValue.Kind.end : .report
        client.tell(
            Progress(
                token: token,
                value: ProgressValue(kind: kind, percentage: percentage, done: done, total: total)))
    }
}
