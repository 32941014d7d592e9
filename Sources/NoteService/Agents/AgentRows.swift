// SPDX-License-Identifier: MIT
// What every tool takes that lists something of one note.

/// A note, and which part of a list of what it has is to be told.
struct AgentRows: ProtocolParameters {
    private static let pathMember = Parameter<String>("path", AgentWords.path)
    private static let afterMember = Parameter<Int?>("after", AgentWords.after)
    static let fields: [Field] = fields(of: AgentLimit.rows)

    let path: String
    private let limit: Int
    private let after: Int

    /// The same with another limit.
    static func fields(of limit: AgentLimit) -> [Field] {
        [pathMember.field, limit.parameter.field, afterMember.field]
    }

    init(_ given: GivenParameters) throws(ProtocolError) { try self.init(given, .rows) }

    init(_ given: GivenParameters, _ limit: AgentLimit) throws(ProtocolError) {
        path = try given.value(of: Self.pathMember)
        self.limit = try limit.value(in: given)
        after = try given.position(of: Self.afterMember)
    }

    /// The part that is to be told.
    func part<Row>(of rows: [Row]) -> AgentPart<Row> { AgentPart(of: rows, after: after, limit: limit) }
}
