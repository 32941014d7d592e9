// SPDX-License-Identifier: MIT
// Where a watcher has to look, and since when.

/// The names and folders that hints point at.
struct WatchDirt {
    /// What hints said of one name, or of a folder as a whole.
    struct Mark {
        /// What became of the file that was there when the first hint came.
        enum Fate { case unknown, deleted, movedAway }

        /// When the first and the last hint came, in nanoseconds.
        var first: UInt64
        var last: UInt64
        /// Not to be looked at before, if nobody asks: the other half of a move may be on its way.
        var hold: UInt64 = 0
        var fate = Fate.unknown
        /// Whether bytes were written behind the name.
        var isWritten = false
    }

    private(set) var names: [Int32: [[UInt8]: Mark]] = [:]
    private(set) var whole: [Int32: Mark] = [:]
    private(set) var everything: Mark?

    var isEmpty: Bool { names.isEmpty && whole.isEmpty && everything == nil }

    mutating func mark(
        _ name: [UInt8], in folder: Int32, at now: UInt64, _ change: (inout Mark) -> Void = { _ in }
    ) {
        var mark = names[folder]?[name] ?? Mark(first: now, last: now)
        mark.last = now
        change(&mark)
        names[folder, default: [:]][name] = mark
    }

    /// Takes back that a name has to be looked at.
    mutating func unmark(_ name: [UInt8], in folder: Int32) {
        names[folder]?[name] = nil
        if names[folder]?.isEmpty == true { names[folder] = nil }
    }

    mutating func mark(whole folder: Int32, at now: UInt64) {
        whole[folder, default: Mark(first: now, last: now)].last = now
    }

    mutating func markEverything(at now: UInt64) {
        if everything == nil { everything = Mark(first: now, last: now) }
        everything?.last = now
    }

    /// Lets a name be looked at without a wait for the other half of a move, which has come.
    mutating func release(_ name: [UInt8], in folder: Int32) { names[folder]?[name]?.hold = 0 }

    mutating func clearEverything() { everything = nil }

    /// Forgets all of it, before everything is looked at.
    mutating func clear() { self = WatchDirt() }

    mutating func forget(_ folder: Int32) {
        names[folder] = nil
        whole[folder] = nil
    }

    /// The folders in which there is something to look at now.
    func folders(dueBy rule: DueRule) -> [Int32] {
        var due = Set(whole.filter { rule.isDue($0.value) }.keys)
        for (folder, marks) in names where marks.values.contains(where: rule.isDue) { due.insert(folder) }
        return Array(due)
    }

    mutating func takeWhole(_ folder: Int32, _ rule: DueRule) -> Mark? {
        guard let mark = whole[folder], rule.isDue(mark) else { return nil }
        whole[folder] = nil
        return mark
    }

    /// Takes the names of a folder that are due.
    mutating func takeNames(_ folder: Int32, _ rule: DueRule) -> [[UInt8]: Mark] {
        guard let marks = names[folder] else { return [:] }
        let due = marks.filter { rule.isDue($0.value) }
        let rest = due.count == marks.count ? [:] : marks.filter { !rule.isDue($0.value) }
        names[folder] = rest.isEmpty ? nil : rest
        return due
    }

    /// Puts back what could not be looked at.
    mutating func putBack(_ taken: [[UInt8]: Mark], _ wholeMark: Mark?, in folder: Int32) {
        names[folder, default: [:]].merge(taken) { _, taken in taken }
        if names[folder]?.isEmpty == true { names[folder] = nil }
        if let wholeMark { whole[folder] = wholeMark }
    }

    /// When the first of all marks is due; nil where there is none.
    func nextDue(by rule: DueRule) -> UInt64? {
        var next: UInt64?
        func consider(_ mark: Mark) { next = min(next ?? .max, rule.due(mark)) }
        for marks in names.values { for mark in marks.values { consider(mark) } }
        for mark in whole.values { consider(mark) }
        if let everything { consider(everything) }
        return next
    }
}

/// When a mark has to be looked at.
struct DueRule {
    /// The present, in nanoseconds.
    let now: UInt64
    /// How long nothing must have happened behind a name.
    let settling: UInt64
    /// How long it may go on all the same.
    let longest: UInt64
    /// Whether somebody asks, so that nothing waits.
    let isAsked: Bool

    func due(_ mark: WatchDirt.Mark) -> UInt64 {
        max(min(mark.last &+ settling, mark.first &+ longest), mark.hold)
    }

    func isDue(_ mark: WatchDirt.Mark) -> Bool { isAsked || due(mark) <= now }
}
