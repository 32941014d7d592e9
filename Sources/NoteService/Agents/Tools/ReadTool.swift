// SPDX-License-Identifier: MIT
// The tools `read` and `read_version`.

internal import NoteProtocol

/// Reads a note.
enum ReadTool: AgentTool {
    static let name = "read"
    static let title = "Read a note"
    static let summary =
        "Reads a note and tells its digest, which write, edit and the other tools that change notes want as base. Lines "
        + "end with one line feed, whatever the file has. A long note comes in parts: isCut is true then, and next is "
        + "the start of the part behind this one. What somebody is typing at this moment is not in it yet."

    struct Parameters: ProtocolParameters {
        static let pathMember = Parameter<String>("path", AgentWords.path)
        static let startMember = Parameter<Int?>(
            "start", "Where to begin, in bytes of the text; 0 without it.")
        static let fields = [pathMember.field, startMember.field, AgentLimit.text.parameter.field]

        let path: String
        let start: Int
        let limit: Int

        init(_ given: GivenParameters) throws(ProtocolError) {
            path = try given.value(of: Self.pathMember)
            start = try given.position(of: Self.startMember)
            limit = try AgentLimit.text.value(in: given)
        }
    }

    struct Answer: ProtocolObject {
        static let members: [Member<Answer>] = [
            Member("path", "The note.") { $0.path },
            Member("digest", AgentWords.digest) { $0.read.digest },
            Member("text", "The text, or the part of it from start to end.") { $0.read.text },
            Member("start", "Where this part begins, in bytes of the whole text.") { $0.read.start },
            Member("end", "Where it ends.") { $0.read.end },
            Member("length", "Where the whole text ends.") { $0.read.length },
            Member("isCut", "Whether there is more behind this part.") { $0.isCut },
            Member("next", "The start of the part behind this one; null when this is the last.") {
                $0.isCut ? $0.read.end : nil
            },
        ]

        let path: String
        let read: Service.NoteRead.Answer
        var isCut: Bool { read.end < read.length }
    }

    static func carryOut(
        _ parameters: Parameters, in vault: AgentVault
    ) async throws(AgentRefusal) -> Answer {
        try await read(parameters.path, nil, parameters.start, parameters.limit, in: vault)
    }

    static func read(
        _ path: String, _ version: String?, _ start: Int, _ limit: Int, in vault: AgentVault
    ) async throws(AgentRefusal) -> Answer {
        let read = try await vault.answer {
            Service.NoteRead(vault: $0, path: path, version: version, start: start, limit: limit)
        }
        vault.shown.add(read.start..<read.end, of: read.digest, length: read.length)
        return Answer(path: path, read: read)
    }
}

/// Reads what a note held before.
enum ReadVersionTool: AgentTool {
    static let name = "read_version"
    static let title = "Read an old version"
    static let summary =
        "Reads what a note held before, by the id that history told. The answer is that of read. Nothing is changed."

    struct Parameters: ProtocolParameters {
        private static let versionMember = Parameter<String>("version", "The id of the version.")
        static let fields = [
            ReadTool.Parameters.pathMember.field, versionMember.field, ReadTool.Parameters.startMember.field,
            AgentLimit.text.parameter.field,
        ]

        let path: String
        let version: String
        let start: Int
        let limit: Int

        init(_ given: GivenParameters) throws(ProtocolError) {
            path = try given.value(of: ReadTool.Parameters.pathMember)
            version = try given.value(of: Self.versionMember)
            start = try given.position(of: ReadTool.Parameters.startMember)
            limit = try AgentLimit.text.value(in: given)
        }
    }

    static func carryOut(
        _ parameters: Parameters, in vault: AgentVault
    ) async throws(AgentRefusal) -> ReadTool.Answer {
        try await ReadTool.read(
            parameters.path, parameters.version, parameters.start, parameters.limit, in: vault)
    }
}
