// SPDX-License-Identifier: MIT
// What every tool for agents can do, and the form in which the server has it.

internal import NoteJSON

/// A tool: declared once, called by an agent.
protocol AgentTool: Sendable {
    associatedtype Parameters: ProtocolParameters
    associatedtype Answer: ProtocolObject

    /// The name that is called.
    static var name: String { get }
    /// The name for a person.
    static var title: String { get }
    /// What it does, what it needs and what its refusals mean, for the agent.
    static var summary: String { get }
    /// Whether it may change a note.
    static var isWriting: Bool { get }
    /// Does it.
    static func carryOut(
        _ parameters: Parameters, in vault: AgentVault
    ) async throws(AgentRefusal) -> Answer
}

extension AgentTool {
    static var isWriting: Bool { false }
}

/// A tool as the server looks it up.
struct AgentToolEntry: Sendable {
    let name: String
    let isWriting: Bool
    /// Writes its entry of the list.
    let describe: @Sendable (inout JSONWriter) -> Void
    /// Answers JSON.
    let call: @Sendable (JSONObject, AgentVault) async throws(AgentRefusal) -> [UInt8]

    init<Tool: AgentTool>(_ tool: Tool.Type) {
        name = Tool.name
        isWriting = Tool.isWriting
        describe = { json in
            json.object { json in
                json.field("name", Tool.name)
                json.field("title", Tool.title)
                json.field("description", Tool.summary)
                json.field("inputSchema") {
                    ProtocolSchema.write(Tool.Parameters.shape, isStrict: true, to: &$0)
                }
                json.field("outputSchema") {
                    ProtocolSchema.write(Tool.Answer.shape, isStrict: false, to: &$0)
                }
                json.field("annotations") { json in
                    json.object { json in
                        json.field("title", Tool.title)
                        json.field("readOnlyHint", !Tool.isWriting)
                        json.field("destructiveHint", Tool.isWriting)
                        json.field("openWorldHint", false)
                    }
                }
            }
        }
        call = { (arguments: JSONObject, vault: AgentVault) async throws(AgentRefusal) in
            let parameters: Tool.Parameters
            do throws(ProtocolError) {
                parameters = try Tool.Parameters(
                    try GivenParameters(arguments, declared: Tool.Parameters.fields, at: "arguments"))
            } catch {
                throw AgentRefusal(error)
            }
            var json = JSONWriter()
            try await Tool.carryOut(parameters, in: vault).write(to: &json)
            return json.bytes
        }
    }
}

/// Every tool, in the order in which they are listed.
enum AgentTools {
    static let all: [AgentToolEntry] = [
        AgentToolEntry(ListTool.self), AgentToolEntry(ReadTool.self), AgentToolEntry(SearchTool.self),
        AgentToolEntry(LinksTool.self), AgentToolEntry(BacklinksTool.self),
        AgentToolEntry(PropertiesTool.self), AgentToolEntry(TasksTool.self),
        AgentToolEntry(HistoryTool.self), AgentToolEntry(ReadVersionTool.self),
        AgentToolEntry(WriteTool.self), AgentToolEntry(EditTool.self), AgentToolEntry(SetPropertyTool.self),
        AgentToolEntry(ToggleTaskTool.self), AgentToolEntry(RestoreVersionTool.self),
    ]
}
