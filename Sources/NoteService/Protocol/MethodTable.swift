// SPDX-License-Identifier: MIT
// The table from which the whole protocol comes: what is answered, and what is documented.

internal import NoteJSON
internal import NoteKit

/// A method as the daemon looks it up.
struct MethodEntry: Sendable {
    let name: String
    let summary: String
    let parameters: [Field]
    let answer: Shape
    let isRepeatable: Bool
    let isTakenAtTheEnd: Bool
    let isCancellable: Bool
    /// The Swift type that declares it.
    let type: String
    private let prepare: @Sendable (JSONObject) throws(ProtocolError) -> PreparedRequest

    init<Method: ServiceMethod>(_ method: Method.Type) {
        name = Method.name
        summary = Method.summary
        parameters = Method.Parameters.fields
        answer = Method.Answer.shape
        isRepeatable = Method.isRepeatable
        isTakenAtTheEnd = Method.isTakenAtTheEnd
        isCancellable = Method.isCancellable
        type = String(describing: Method.self)
        prepare = { (object: JSONObject) throws(ProtocolError) in
            let given = try GivenParameters(object, declared: Method.Parameters.fields, at: "params")
            let parameters = try Method.Parameters(given)
            return PreparedRequest(
                lane: Method.lane(parameters), hasLargeAnswer: Method.hasLargeAnswer
            ) { client, isNotification in
                do throws(ProtocolError) {
                    let answer = try await Method.carryOut(parameters, for: client)
                    return .success(
                        PreparedAnswer(
                            message: { OutgoingMessage.result(answer, to: $0) },
                            afterwards: { Method.answered(answer, to: client) }))
                } catch {
                    if isNotification { await Method.missed(parameters, by: client) }
                    return .failure(error)
                }
            }
        }
    }

    /// Reads the parameters of a request.
    func request(_ parameters: JSONObject) throws(ProtocolError) -> PreparedRequest {
        try prepare(parameters)
    }
}

/// A request whose parameters were read.
struct PreparedRequest: Sendable {
    let lane: RequestLane
    /// Whether its answer may be large.
    let hasLargeAnswer: Bool
    private let body: @Sendable (ServedClient, Bool) async -> Result<PreparedAnswer, ProtocolError>

    init(
        lane: RequestLane, hasLargeAnswer: Bool,
        _ body: @escaping @Sendable (ServedClient, Bool) async -> Result<PreparedAnswer, ProtocolError>
    ) {
        self.lane = lane
        self.hasLargeAnswer = hasLargeAnswer
        self.body = body
    }

    /// Carries it out.
    ///
    /// - Parameter isNotification: Whether the client gets no answer.
    func carryOut(
        _ client: ServedClient, isNotification: Bool
    ) async -> Result<PreparedAnswer, ProtocolError> {
        await body(client, isNotification)
    }
}

/// What came of a request.
struct PreparedAnswer: Sendable {
    /// Puts together what goes back. In a large answer it takes a while.
    let message: @Sendable (MessageID) -> [UInt8]
    /// What is to be done once it is on its way.
    let afterwards: @Sendable () -> Void
}

/// News as they are documented.
struct NotificationEntry: Sendable {
    let name: String
    let summary: String
    let parameters: [Field]
    /// The Swift type that declares it.
    let type: String

    init<News: ServiceNotification>(_ news: News.Type) {
        name = News.name
        summary = News.summary
        parameters = News.members.map(\.field)
        type = String(describing: News.self)
    }
}

/// Every method and every notification of either side.
enum MethodTable {
    static let methods: [MethodEntry] = [
        MethodEntry(InitializeMethod.self), MethodEntry(ShutdownMethod.self),
        MethodEntry(VaultOpenMethod.self), MethodEntry(VaultListMethod.self),
        MethodEntry(VaultNotesMethod.self), MethodEntry(VaultChangesMethod.self),
        MethodEntry(VaultCheckMethod.self), MethodEntry(VaultSearchMethod.self),
        MethodEntry(VaultBacklinksMethod.self),
        MethodEntry(VaultHoldMethod.self), MethodEntry(VaultReleaseMethod.self),
        MethodEntry(NoteOpenMethod.self), MethodEntry(NoteEditMethod.self), MethodEntry(NoteSaveMethod.self),
        MethodEntry(NoteResolveMethod.self), MethodEntry(NoteCloseMethod.self),
        MethodEntry(NoteReadMethod.self), MethodEntry(NoteWriteMethod.self),
        MethodEntry(NoteBlocksMethod.self), MethodEntry(NoteHistoryMethod.self),
        MethodEntry(NoteRestoreMethod.self), MethodEntry(NoteRenameMethod.self),
        MethodEntry(ConflictListMethod.self),
        MethodEntry(ConflictShowMethod.self),
    ]

    static let notifications: [NotificationEntry] = [
        NotificationEntry(NoteChanged.self), NotificationEntry(NoteStatusChanged.self),
        NotificationEntry(VaultChanged.self), NotificationEntry(ConflictChanged.self),
        NotificationEntry(Progress.self),
    ]

    static let clientNotifications = [CancelRequest.entry, ExitNotification.entry]

    private static let byName = Dictionary(uniqueKeysWithValues: methods.map { (Array($0.name.utf8), $0) })

    /// The method of a name, compared byte by byte.
    static func method(named name: String) -> MethodEntry? { byName[Array(name.utf8)] }
}
