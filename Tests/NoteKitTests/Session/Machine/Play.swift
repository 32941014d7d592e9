// SPDX-License-Identifier: MIT
// A session played event by event, with a clock that stands where it is put.

@testable import NoteFiles
@testable import NoteKit

/// A machine, the time, and what it has wanted since.
struct Play {
    static let path = NotePath("/vault/n.md")
    static let me = SessionClient(number: 1)

    var machine = SessionMachine(path: Play.path)
    var now = Duration.seconds(1000)
    private(set) var effects: [SessionEffect] = []

    /// An open note.
    init(_ text: String) throws {
        try self.init(opening: .found(text))
    }

    /// A note opened on what was found.
    init(opening found: FoundNote, recovered: RecoveredEdits? = nil) throws {
        try tell(.opened(found, recovered: recovered))
    }

    /// A note that is being read.
    init() {}

    /// Tells the machine of an event, after some time, and answers what it wants.
    @discardableResult
    mutating func tell(_ event: SessionEvent, after wait: Duration = .zero) throws -> [SessionEffect] {
        now += wait
        let wanted = try machine.handle(event, at: now)
        effects += wanted
        return wanted
    }

    /// The same, in words.
    @discardableResult
    mutating func words(_ event: SessionEvent, after wait: Duration = .zero) throws -> String {
        SessionWords.effects(try tell(event, after: wait))
    }

    /// Puts text into the note.
    @discardableResult
    mutating func type(_ text: String, at offset: Int? = nil, on revision: Int? = nil) throws -> String {
        let offset = offset ?? machine.text.count
        return try words(.edit(offset..<offset, Array(text.utf8), on: revision, by: Play.me))
    }

    /// Lets the time come at which the machine wants to be woken.
    @discardableResult
    mutating func wake() throws -> String {
        guard let time = machine.wakesAt else { return "asleep" }
        now = max(now, time)
        return try words(.tick)
    }

    /// A look that finds something.
    @discardableResult
    mutating func look(_ found: FoundNote) throws -> String {
        try tell(.hint)
        return try words(.found(found))
    }

    /// Whether there is nothing to wake it for but to let go of the journal.
    var isAsleep: Bool { machine.wakesAt == nil || machine.wakesAt == machine.restsAt }
    var shown: String { machine.text.text }
    var status: String { machine.status.name }

    /// How often something was wanted.
    func count(_ word: String) -> Int { effects.filter { SessionWords.effect($0).hasPrefix(word) }.count }

    static func error(_ operation: FileError.Operation) -> FileError {
        FileError(operation, path, call: "test", code: .inputOutput)
    }

    static let saved = SessionEvent.written(
        .saved(SaveReceipt(proof: .proven, method: .exchanged, durable: true, lost: [])))

    static func refused(_ reason: SaveConflict.Reason) -> SessionEvent {
        .written(.conflict(SaveConflict(reason: reason, kept: [])))
    }
}

extension FoundNote {
    static func found(_ text: String) -> FoundNote { FoundNote(Array(text.utf8)) }
    static let spoiled = FoundNote([0x61, 0xFF])
}
