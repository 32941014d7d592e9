// SPDX-License-Identifier: MIT
// The last steps before a promise was broken, in words.

@testable import NoteKit

/// Remembers the last steps where that is asked for: words take longer than all the rest.
struct ModelTrail: CustomStringConvertible {
    var isKept = false
    private var lines: [String] = []

    mutating func add(_ line: @autoclosure () -> String) {
        guard isKept else { return }
        lines = lines.suffix(24) + [line()]
    }

    var description: String { lines.joined(separator: "\n") }

    static func words(_ bytes: [UInt8]?) -> String {
        bytes.map { "'\(String(decoding: $0, as: UTF8.self))'".debugDescription } ?? "nothing"
    }

    static func words(_ event: SessionEvent) -> String {
        switch event {
        case .opened(let found, let recovered): "opened \(words(found.bytes)), \(words(recovered?.mine)) of \(words(recovered?.base))"
        case .found(let found): "found \(words(found.bytes))"
        case .edit(let range, let utf8, let known, _): "edit \(range) \(words(utf8)) on \(known ?? -1)"
        case .setText(let utf8, let known, _): "set text \(words(utf8)) on \(known ?? -1)"
        default: "\(event)"
        }
    }

    static func words(_ effect: SessionEffect) -> String {
        switch effect {
        case .write(let bytes, let base): "write \(words(bytes)) over \(words(base.bytes))"
        case .putAside(let order): "put aside \(words(order.mine)) \(words(order.theirs)) \(words(order.beside))"
        case .tell(.change(let change, _)): "tell \(change.range) \(words(change.utf8))"
        case .journal(.append(let edits, _)): "journal \(edits.count)"
        case .journal(.restart(let base, let edits)): "journal again \(edits.count) on \(words(base.bytes))"
        default: "\(effect)"
        }
    }
}
