// SPDX-License-Identifier: MIT
// `vault/check`.

internal import NoteKit

/// Proves that opening every note of a vault would change nothing.
enum VaultCheckMethod: ServiceMethod {
    static let name = "vault/check"
    static let summary =
        "Proves that opening every note of a vault would change nothing, as notekit check does. Writes nothing."
    static let isRepeatable = true
    static let isCancellable = true
    static let hasLargeAnswer = true

    struct Parameters: ProtocolParameters {
        private static let vaultMember = Parameter<String>("vault", Words.vault)
        static let fields = [vaultMember.field, ProgressTelling.parameter.field]

        let vault: String
        let token: MessageID?

        init(_ given: GivenParameters) throws(ProtocolError) {
            vault = try given.value(of: Self.vaultMember)
            token = try given.value(of: ProgressTelling.parameter)
        }
    }

    /// A note that is not UTF-8.
    struct Unreadable: ProtocolObject {
        static let members: [Member<Unreadable>] = [
            Member("path", "The note.") { $0.path },
            Member("offset", "The first bad byte of the file.") { $0.offset },
            Member("encoding", "What it may be.") { $0.encoding },
        ]

        let path: String
        let offset: Int
        let encoding: String
    }

    /// Something to be said about a path.
    struct Finding: ProtocolObject {
        static let members: [Member<Finding>] = [
            Member("path", "The note, or what was come across.") { $0.path },
            Member("reason", "What is the matter, without a full stop.") { $0.reason },
            Member(optional: "offset", "The first byte that it is about.") { $0.offset },
        ]

        let path: String
        let reason: String
        let offset: Int?
    }

    struct Answer: ProtocolObject {
        static let members: [Member<Answer>] = [
            Member("notes", "How many notes there are, unreadable ones among them.") { $0.report.notes },
            Member("bytes", "How many bytes they hold.") { $0.report.bytes },
            Member("unreadable", "The notes that are not UTF-8.") { answer in
                answer.report.unreadable.map {
                    Unreadable(path: $0.path.description, offset: $0.offset, encoding: $0.encoding)
                }
            },
            Member("failures", "What would change, or was wrong; empty when all is well.") { answer in
                answer.report.failures.map {
                    Finding(path: $0.path.description, reason: $0.reason, offset: $0.offset)
                }
            },
            Member("skipped", "What could not be looked at, or is no note.") { answer in
                answer.report.skipped.map {
                    Finding(path: $0.path.description, reason: $0.reason, offset: nil)
                }
            },
            Member("milliseconds", "How long it took.") { Int(($0.report.seconds * 1000).rounded()) },
            Member("clock", Words.clock) { $0.log.clock },
            Member("degraded", Words.degraded) { $0.log.degraded.map { Degradation($0) } },
        ]

        let report: VaultCheck.Report
        let log: ChangeLog
    }

    /// One check at a time: it keeps all processors busy, and must not keep saves from the disk.
    static let checking = DiskLanes(width: 1)

    static func lane(_ parameters: Parameters) -> RequestLane { .vault(parameters.vault) }

    static func carryOut(
        _ parameters: Parameters, for client: ServedClient
    ) async throws(ProtocolError) -> Answer {
        let vault = try client.vault(parameters.vault)
        let log = vault.log
        let answer = await checking.runCancellable { isCancelled -> Result<VaultCheck.Report, any Error> in
            Result {
                if isCancelled() { throw CancellationError() }
                var telling = ProgressTelling(parameters.token, "Checking the notes", to: client)
                return try VaultCheck(vault: vault.path).run { progress in
                    // Its answer is on its way already.
                    if !isCancelled() { telling?.tell(progress.done, of: progress.total) }
                } isCancelled: {
                    isCancelled()
                }
            }
        }
        switch answer {
        case .success(let report): return Answer(report: report, log: log)
        case .failure(let error as FileError): throw ProtocolError(error)
        case .failure(is CancellationError):
            throw ProtocolError(.cancelled, "The check was cancelled. Nothing was written.")
        case .failure(let error): throw ProtocolError(.internalError, "The vault was not checked: \(error)")
        }
    }
}
