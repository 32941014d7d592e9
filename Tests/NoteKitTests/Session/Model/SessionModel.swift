// SPDX-License-Identifier: MIT
// A session among other programs on a failing disk, and the three promises, looked after at each step.

@testable import NoteKit

/// One life of a note: a machine, a disk, programs that write it, clients that edit it.
///
/// What it believes is kept apart from the machine: a text of plain bytes, what the file was last known to
/// hold, and what the text came from by clients' edits alone.
struct SessionModel {
    static let path = NotePath("/vault/n.md")
    static let otherPath = NotePath("/vault/m.md")
    static let awayPath = NotePath("/elsewhere/n.md")

    var random: SeededGenerator
    var counts = ModelCounts()
    var trail = ModelTrail()
    var now = Duration.zero

    var machine: SessionMachine
    var disk = ModelDisk()
    var journal: ModelJournal?
    /// What is being done for the machine, and later its answer.
    var order: ModelOrder?
    var answer: SessionEvent?
    /// Hints on their way to the machine.
    var hints: [SessionEvent] = []
    /// Where the note is.
    var place = SessionModel.path
    /// What a killed process left, until the note is open.
    var recovered: RecoveredEdits?
    /// The journal that it comes from.
    var left: ModelJournal?
    /// What a program that deleted the note will put there again.
    var revived: [UInt8]?

    var text = ModelText()
    /// The texts of the last revisions, by revision, for clients that are behind.
    var past: [Int: ModelText] = [:]
    var nextName = 1
    /// Bytes that other programs wrote.
    var foreign: Set<Int> = []
    /// What clients have taken out.
    var takenOut: Set<[UInt8]> = []

    /// What the file was last known to hold.
    var known: Knowledge = .nothing
    /// What the text came from: since then only clients changed it. Nil for no file.
    var source: [UInt8]?
    /// A text of ours that may be in the file or not.
    var unsettled: [UInt8]?
    /// When a file that was gone counts as deleted.
    var absentUntil: Duration?
    /// Whether a client has changed anything, or chosen, since all was saved.
    var isTouched = false
    /// The changes that the last event was told as, and what they replaced.
    var changes: [NoteChange] = []
    var removed: [(bytes: [UInt8], names: [Int])] = []
    /// The text that was ordered to be written last.
    var written: [UInt8] = []
    /// The sides of a conflict as a client was shown them at some time.
    var seen: (mine: [UInt8], theirs: [UInt8]?)?
    /// What a client chose last, and on which sides.
    var chosen: (what: ConflictChoice, mine: [UInt8], theirs: Knowledge)?
    /// Their side of the conflict before the last event.
    var theirs: FoundNote?
    var readFailed = false
    var writeFailed = false
    var isOver = false
    /// Clients and other programs work for a while, and then they do not.
    var isTyping = true
    var areOthersAtWork = true
    var tokens = 0

    enum Knowledge: Equatable {
        case nothing
        case file([UInt8]?)
    }

    init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
        machine = SessionMachine(path: SessionModel.path)
        if !random.oneIn(6) { disk.files[place] = randomFile() }
        order = .read(place)
    }

    /// Runs a number of steps.
    mutating func run(_ steps: Int) throws(Violation) {
        for _ in 0..<steps { try step() }
        try settle()
    }

    private mutating func step() throws(Violation) {
        now += .milliseconds(random.oneIn(20) ? random.below(8000) : random.below(60))
        if random.oneIn(disk.isFailing ? 20 : 80) { disk.isFailing.toggle() }
        if random.oneIn(30) { isTyping.toggle() }
        if random.oneIn(50) { areOthersAtWork.toggle() }
        switch random.below(100) {
        case 0..<35: if isTyping || random.oneIn(8) { try client() }
        case 35..<47: if areOthersAtWork { outside() }
        case 47..<68:
            carryOutOrder()
            try checkOverwriting()
        case 68..<85: try takeAnswer()
        case 85..<91: try takeHint()
        case 91..<96:
            if random.oneIn(2), let wake = machine.wakesAt, wake > now { now = wake }
            try handle(.tick)
        case 96: if random.oneIn(6) { try kill() }
        case 97: if random.oneIn(6) { try close() }
        case 98: if random.oneIn(4) { try settle() }
        default: if random.oneIn(3) { try handle(.hint) }
        }
    }

    // MARK: The machine's work

    mutating func carryOutOrder() {
        guard let order else { return }
        let before = disk.files
        disk.forgetWhatWasWritten()
        var event = disk.carryOut(order, &random)
        self.order = nil
        if case .write = order {
            if disk.files != before { hintLater(.hint) }
        }
        if machine.phase == .loading, case .found(let found) = event {
            event = .opened(found, recovered: recovered)
        }
        answer = event
    }

    mutating func takeAnswer() throws(Violation) {
        guard let answer else { return }
        self.answer = nil
        try handle(answer)
    }

    mutating func takeHint() throws(Violation) {
        guard !hints.isEmpty else { return }
        let hint = hints.remove(at: random.below(hints.count))
        if random.oneIn(10) { return }
        if random.oneIn(10) { hints.append(hint) }
        try handle(hint)
    }

    mutating func hintLater(_ event: SessionEvent) {
        if !random.oneIn(5), hints.count < 8 { hints.append(event) }
    }

    // MARK: Killing, closing, waiting

    /// The process dies: the machine is gone, and what it had ordered may have been done or not.
    mutating func kill() throws(Violation) {
        counts.add("killed")
        if random.oneIn(2) {
            carryOutOrder()
            try checkOverwriting()
        }
        let text = machine.phase == .loading ? nil : machine.text
        if let text, machine.isDirty {
            try require(journal?.mine == text, "killed, unsaved edits are not in the journal")
        }
        try reopen()
    }

    private mutating func reopen() throws(Violation) {
        var fresh = SessionModel(seed: random.next())
        (fresh.counts, fresh.trail) = (counts, trail)
        fresh.now = now
        // Whoever looked before the process died may choose on that after it.
        fresh.seen = seen
        (fresh.disk, fresh.place, fresh.hints, fresh.tokens) = (disk, place, [], tokens)
        fresh.machine = SessionMachine(path: place)
        fresh.order = .read(place)
        fresh.left = machine.phase == .loading ? left : journal
        if let left = fresh.left, left.isUnsaved {
            fresh.recovered = left.recovered(withEdits: !random.oneIn(4))
        }
        self = fresh
    }

    mutating func close() throws(Violation) {
        counts.add("closed")
        let wasLoading = machine.phase == .loading
        try handle(.close)
        var steps = 0
        while !isOver {
            if random.oneIn(4) { outside() }
            if random.oneIn(4) { try takeHint() }
            carryOutOrder()
            try checkOverwriting()
            try takeAnswer()
            if let wake = machine.wakesAt {
                now = max(now, wake)
                try handle(.tick)
            }
            steps += 1
            try require(steps < 200, "closing never ends")
        }
        try require(machine.phase == .closed, "it ended and is not closed")
        if machine.isDirty {
            try require(journal?.mine == machine.text, "closed with unsaved edits that no journal holds")
        } else if !wasLoading {
            try require(journal == nil, "closed with nothing unsaved, and left a journal")
        }
        let refusal = try client(.edit(0..<0, [0x61], on: nil, by: SessionClient(number: 1)))
        try require(refusal?.code == .notOpen, "a closed note takes edits")
        try reopen()
    }

    /// The other programs stop and the disk works: within bounded time all is saved or in conflict.
    mutating func settle() throws(Violation) {
        counts.add("waited")
        disk.isFailing = false
        let start = now
        for round in 0..<2 {
            var steps = 0
            if round == 1 { try handle(.hint) }
            while order != nil || answer != nil || !hints.isEmpty || machine.wakesAt != nil {
                carryOutOrder()
                try checkOverwriting()
                try takeAnswer()
                while !hints.isEmpty { try takeHint() }
                if order == nil, answer == nil, let wake = machine.wakesAt {
                    now = max(now, wake)
                    try handle(.tick)
                }
                steps += 1
                try require(steps < 60, "it does not come to rest: \(machine.status)")
            }
        }
        try require(now - start <= .seconds(200), "it took \(now - start) to come to rest")
        try require(machine.isSettled, "at rest and not settled")
        let file = disk.files[machine.path]
        switch machine.status {
        case .saved, .ready:
            try require(file == machine.text.bytes, "at rest and saved, and the file holds something else")
        case .missing: try require(file == nil, "at rest and missing, and there is a file")
        case .unreadable: try require(file == machine.base.bytes, "at rest and unreadable, another file")
        case .changedElsewhere:
            guard case .conflict(let theirs) = machine.phase else { throw Violation("no conflict") }
            try require(file == theirs.bytes, "at rest in conflict with what is not there")
        case .loading, .editing, .failed: throw Violation("at rest it is \(machine.status)")
        }
    }
}
