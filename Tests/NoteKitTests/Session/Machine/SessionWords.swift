// SPDX-License-Identifier: MIT
// What a session does, in words that stand in a table.

@testable import NoteKit

enum SessionWords {
    static func text(_ bytes: [UInt8]?) -> String {
        guard let bytes else { return "nothing" }
        let shown = bytes.map { byte in
            switch byte {
            case 0x0A: "\\n"
            case 0x0D: "\\r"
            case 0x20..<0x7F: String(UnicodeScalar(byte))
            default: "\\x" + String(byte, radix: 16)
            }
        }
        return "'\(shown.joined())'"
    }

    static func effects(_ effects: [SessionEffect]) -> String {
        effects.compactMap(effect).joined(separator: ", ")
    }

    /// Nil for a choice that was carried out: what was done says so.
    static func effect(_ effect: SessionEffect) -> String? {
        switch effect {
        case .read: "read"
        case .write(let new, let base): "write \(text(new.bytes)) over \(text(base.bytes))"
        case .putAside(let order):
            "put aside"
                + [("mine", order.mine), ("theirs", order.theirs), ("beside", order.beside)]
                .compactMap { name, bytes in bytes.map { " \(name) \(text($0))" } }.joined()
        case .journal(.append(let edits, let base)): "journal \(edits.count) on \(text(base.bytes))"
        case .journal(.restart(let base, let edits)): "journal anew \(edits.count) on \(text(base.bytes))"
        case .journal(.saved(let count)): "journal saved \(count)"
        case .journal(.discard): "journal discarded"
        case .tell(.status): "tell status"
        case .tell(.conflict): "tell conflict"
        case .tell(.recovered): "tell recovered"
        case .tell(.moved): "tell moved"
        case .tell(.keptBeside(let paths)): "tell kept \(paths.count)"
        case .tell(.change(let change, _)):
            "tell \(change.isOutside ? "outside " : "")\(change.range) \(text(change.utf8))"
        case .putEnded(.written(let put, let isUnchanged)):
            "put \(text(put.text.bytes))\(isUnchanged ? " unchanged" : "")"
        case .putEnded(.refused(let error)): "put refused: \(error.code)"
        case .choiceEnded(let error?): "choice refused: \(error.code)"
        case .choiceEnded(nil): nil
        case .end: "end"
        }
    }

    static func event(_ event: SessionEvent) -> String {
        switch event {
        case .opened(let found, let recovered?):
            "opened \(text(found.bytes)), \(text(recovered.mine)) of \(text(recovered.base))"
        case .opened(let found, nil): "opened \(text(found.bytes))"
        case .found(let found): "found \(text(found.bytes))"
        case .edits(let edits, let known, _):
            edits.map { "edit \($0.range) \(text($0.utf8)) on \(known ?? -1)" }.joined(separator: "; ")
        case .edit(let range, let utf8, let known, _): "edit \(range) \(text(utf8)) on \(known ?? -1)"
        case .setText(let utf8, let known, _): "set text \(text(utf8)) on \(known ?? -1)"
        case .notRead, .notWritten, .notPutAside: "the disk refuses"
        default: "\(event)"
        }
    }

    /// The phase, and the work that is under way.
    static func state(_ machine: SessionMachine) -> String {
        let phase =
            switch machine.phase {
            case .loading: "loading"
            case .open: "open"
            case .conflict(let theirs): "conflict \(text(theirs.bytes))"
            case .unreadable: "unreadable"
            case .closed: "closed"
            }
        return switch machine.work {
        case nil: phase
        case .reading: "\(phase) reading"
        case .writing: "\(phase) writing"
        case .putting: "\(phase) putting"
        case .puttingAside: "\(phase) putting aside"
        }
    }
}
