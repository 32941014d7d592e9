// SPDX-License-Identifier: MIT
// What clients of a session do, some of them behind on what others did.

@testable import NoteKit

extension SessionModel {
    mutating func client() throws(Violation) {
        switch random.below(30) {
        case 0..<15: try edit()
        case 15, 16: try setText()
        case 17, 18: try undo(.undo(by: SessionClient(number: 1)))
        case 19: try undo(.redo(by: SessionClient(number: 1)))
        case 20..<24: try request(.save)
        default:
            if case .conflict(let theirs) = machine.phase {
                // Nobody decides yet; somebody looks.
                if random.oneIn(2) { seen = (machine.text.bytes, theirs.bytes) } else { try choose() }
            } else {
                let refused = try client(.resolve(.mine))
                try require(refused != nil, "a conflict was resolved that is none")
            }
        }
    }

    /// Ends a conflict on the sides of this moment, or on those that were seen some time ago.
    private mutating func choose() throws(Violation) {
        let merged = String(decoding: text.shown + token("m"), as: UTF8.self)
        let choice: ConflictChoice = [.mine, .theirs, .both, .merged(merged)][random.below(4)]
        let seen = random.oneIn(3) ? nil : seen
        let isStale = seen.map { $0.mine != machine.text.bytes || known != .file($0.theirs) } ?? false
        let isBusy = chosen != nil
        if !isStale, !isBusy { chosen = (choice, machine.text.bytes, known) }
        let error = try client(
            .resolve(choice, of: seen.map { ConflictToken(mine: $0.mine, theirs: $0.theirs) }))
        guard let error else {
            try require(!isStale, "a conflict is to be ended on sides that nobody has seen")
            try require(!isBusy, "two choices at a time")
            isTouched = true
            counts.add("resolved")
            return
        }
        if !isStale, !isBusy { chosen = nil }
        if isStale { counts.add("unseen") }
        try require(
            error.code == (machine.isClosing ? .notOpen : .conflict)
                && (isStale || isBusy || machine.isClosing),
            "a good choice was refused as \(error.code)")
    }

    /// Has the machine take what a client asks for, and answers why it was refused.
    mutating func client(_ event: SessionEvent) throws(Violation) -> SessionError? {
        let before = (machine.text, machine.revision, machine.status)
        let effects: [SessionEffect]
        do throws(SessionError) {
            effects = try machine.handle(event, at: now)
        } catch {
            try require(
                machine.text == before.0 && machine.revision == before.1 && machine.status == before.2,
                "what was refused changed something")
            return error
        }
        try take(effects, of: event, before.0)
        return nil
    }

    @discardableResult
    private mutating func request(_ event: SessionEvent) throws(Violation) -> Bool {
        guard let error = try client(event) else { return true }
        let code: SessionError.Code
        switch machine.phase {
        case .loading, .closed: code = .notOpen
        case .unreadable: code = .unreadable
        case .open, .conflict: code = machine.isClosing ? .notOpen : .noConflict
        }
        try require(error.code == code, "refused as \(error.code) where it is \(code)")
        return false
    }

    /// An edit on the newest revision, or on an older one.
    private mutating func edit() throws(Violation) {
        let isBehind = random.oneIn(3)
        let known = isBehind ? max(0, machine.revision - random.below(12)) : machine.revision
        guard let view = known == machine.revision ? text : past[known] else { return }
        let start = view.boundary(&random)
        let end = random.oneIn(2) ? start : view.boundary(&random)
        let length = view.shown.count > 120 ? 100 : 12
        let range = min(start, end)..<max(min(start, end), min(max(start, end), min(start, end) + length))
        guard view.isBoundary(range.upperBound) else { return }
        let new =
            !range.isEmpty && random.oneIn(2) ? [] : token("c") + (random.oneIn(4) ? [0x0A] : [])
        let event = SessionEvent.edit(
            range, new, on: known == machine.revision && random.oneIn(2) ? nil : known,
            by: SessionClient(number: UInt64(random.below(3))))
        let before = text
        changes = []
        if let error = try client(event) {
            if machine.phase == .loading || machine.isClosing {
                try require(error.code == .notOpen, "refused as \(error.code)")
            } else if case .unreadable = machine.phase {
                try require(error.code == .unreadable, "refused as \(error.code)")
            } else {
                try require(
                    error.code == .staleRevision && known != machine.revision,
                    "a good edit was refused as \(error.code)")
                counts.add("refused")
            }
            return
        }
        if changes.isEmpty {
            // It put there what was there.
            try require(before.shown == text.shown, "a change was not told")
            return
        }
        if known != machine.revision - 1 { counts.add("rebased") }
        isTouched = true
        try require(changes.count == 1 && changes[0].utf8 == new, "an edit was told as another")
        let placed = changes[0].range
        try require(
            Array(before.names[placed]) == Array(view.names[range]),
            "an edit made on revision \(known) replaced what its client never saw")
        if range.isEmpty {
            let right = view.names[range.upperBound...].first
            if let right, let at = before.names.firstIndex(of: right) {
                try require(at == placed.lowerBound, "an insertion moved away from its right neighbour")
            }
            let left = view.names[..<range.lowerBound].last
            if let left, let at = before.names.firstIndex(of: left) {
                try require(at < placed.lowerBound, "an insertion moved before its left neighbour")
            }
        }
    }

    private mutating func setText() throws(Violation) {
        var new = text.shown
        let start = text.boundary(&random)
        new.insert(contentsOf: token("s"), at: start)
        if random.oneIn(3), new.allSatisfy({ $0 < 0x80 }) { new.removeFirst(random.below(new.count + 1)) }
        let isStale = random.oneIn(4) && machine.revision > 0
        let known = isStale ? machine.revision - 1 : machine.revision
        changes = []
        let error = try client(.setText(new, on: known, by: SessionClient(number: 2)))
        guard let error else {
            try require(!isStale, "a whole text on an old revision was taken")
            try require(text.shown == new, "the text is not the one that was handed over")
            if !changes.isEmpty { isTouched = true }
            return
        }
        let isOpen = machine.phase == .open && !machine.isClosing
        try require(!isOpen || isStale && error.code == .staleRevision, "refused as \(error.code)")
    }

    private mutating func undo(_ event: SessionEvent) throws(Violation) {
        changes = []
        removed = []
        if try client(event) != nil { return }
        counts.add("undone")
        isTouched = true
        for (bytes, names) in removed {
            try require(
                foreign.isDisjoint(with: names), "undoing took out what another program wrote: \(bytes)")
        }
        for change in changes where !change.utf8.isEmpty {
            try require(
                takenOut.contains(change.utf8), "undoing put in what no client had taken out")
        }
    }
}

extension ModelText {
    func isBoundary(_ offset: Int) -> Bool { offset == shown.count || shown[offset] & 0xC0 != 0x80 }
}
