// SPDX-License-Identifier: MIT
// The protocol as Swift types for its clients, made from the table of methods.

/// The sources of what `NoteClient` asks and is told: one type for each request, each object in an answer, and each
/// piece of news.
package enum ProtocolSwift {
    /// The files that there are.
    package enum Part: String, CaseIterable, Sendable {
        case daemon, vault, note, conflict, values, news

        /// The name of the file.
        package var file: String { "Service+\(rawValue.asTypeName).swift" }

        fileprivate var subject: String {
            switch self {
            case .daemon: "What can be asked of notekitd itself."
            case .vault: "What can be asked of notekitd about vaults."
            case .note: "What can be asked of notekitd about notes."
            case .conflict: "What can be asked of notekitd about conflicts."
            case .values: "What several requests to notekitd and their answers have in common."
            case .news: "What notekitd tells without being asked."
            }
        }
    }

    /// One file.
    package static func text(of part: Part) -> String {
        var source = SwiftSource()
        source.line("// SPDX-License-Identifier: MIT")
        source.line("// \(part.subject) Made by 'notekitd --swift \(part.rawValue)', not by hand.")
        source.line("")
        source.block("extension Service") { source in
            let types: [SwiftType] =
                switch part {
                case .values: SwiftType.shared
                case .news: MethodTable.notifications.map { SwiftType($0) }
                default:
                    MethodTable.methods.filter { Self.part(of: $0) == part }.map { SwiftType($0) }
                }
            source.separated(types) { $1.write(to: &$0) }
        }
        return source.text
    }

    private static func part(of method: MethodEntry) -> Part {
        let subject = method.name.split(separator: "/").dropLast().first.map { String($0) }
        return subject.flatMap { Part(rawValue: $0) } ?? .daemon
    }
}
