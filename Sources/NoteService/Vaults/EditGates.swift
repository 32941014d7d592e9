// SPDX-License-Identifier: MIT
// Who may change which open notes at a moment: many edit at once, and whoever writes the files stands alone.

internal import NoteKit
internal import Synchronization

/// The gates of all open notes, of every vault: through each go the edits of one note.
///
/// Who is about to write files stands in line, and closes the gates of their notes when its turn comes: all at once,
/// never one after the other, so that no two can wait for each other. Its turn comes when nobody else has one of them
/// closed, and nobody stands before it in the line who is waiting for one. Until then edits go through. When it opens
/// them again, the edits that wait are let in first, and only then is it the turn of the next: so an edit waits for
/// one of them and no more, however many come.
///
/// A note that is opened while its file is being written gets a gate that is closed already.
final class EditGates: Sendable {
    /// A place in the line, and then the gates that were closed for it.
    struct Closing: Hashable, Sendable {
        fileprivate let number: Int
    }

    /// Whose gates are closed.
    enum Reach: Sendable {
        /// Those of a file, or of all files below a folder.
        case below(NotePath)
        case files(Set<NotePath>)
        /// That of one note, and of others of the same file, as a vault within another has it.
        case note(behind: Int)
    }

    private struct Gate {
        /// The file of its note, from the root.
        var file: NotePath
        /// How many edits are on their way through it.
        var editing = 0
        /// By whom it is closed. By several only where the note was opened when they had their turns already.
        var closings: Set<Int> = []
        /// The edits that wait.
        var edits: [CheckedContinuation<Void, Never>] = []
    }

    private struct Turn {
        let number: Int
        let reach: Reach
        /// What it has closed; nil as long as it stands in line.
        var gates: Set<Int>?
        /// Who waits until it has.
        var asker: CheckedContinuation<Bool, Never>?
    }

    /// Those who go on once the lock is given back.
    private struct Woken {
        var edits: [CheckedContinuation<Void, Never>] = []
        var askers: [(asker: CheckedContinuation<Bool, Never>, isClosed: Bool)] = []

        func goOn() {
            for edit in edits { edit.resume() }
            for (asker, isClosed) in askers { asker.resume(returning: isClosed) }
        }
    }

    private struct State {
        var count = 0
        var gates: [Int: Gate] = [:]
        /// In the order in which they came.
        var turns: [Turn] = []

        mutating func next() -> Int {
            count += 1
            return count
        }

        func means(_ reach: Reach, _ file: NotePath) -> Bool {
            switch reach {
            case .below(let path): file == path || file.relative(to: path) != nil
            case .files(let files): files.contains(file)
            case .note(let gate): gates[gate]?.file == file
            }
        }

        func isClosed(_ turn: Turn) -> Bool {
            turn.gates.map { gates in !gates.contains { self.gates[$0]?.editing ?? 0 > 0 } } ?? false
        }

        /// Gives those their turns who need not wait any more.
        mutating func advance(_ woken: inout Woken) {
            var reserved: Set<Int> = []
            for index in turns.indices {
                if turns[index].gates == nil {
                    let reach = turns[index].reach
                    let meant = gates.filter { means(reach, $0.value.file) }
                    guard meant.allSatisfy({ $1.closings.isEmpty && !reserved.contains($0) }) else {
                        reserved.formUnion(meant.keys)
                        continue
                    }
                    turns[index].gates = Set(meant.keys)
                    for gate in meant.keys { gates[gate]?.closings.insert(turns[index].number) }
                }
                guard let asker = turns[index].asker, isClosed(turns[index]) else { continue }
                turns[index].asker = nil
                woken.askers.append((asker, true))
            }
        }
    }

    private let state = Mutex(State())

    private func change<Result: Sendable>(_ body: (inout State, inout Woken) -> Result) -> Result {
        let (result, woken) = state.withLock { state in
            var woken = Woken()
            return (body(&state, &woken), woken)
        }
        woken.goOn()
        return result
    }

    // MARK: Gates

    /// Makes the gate of a note that is being opened.
    func add(_ file: NotePath) -> Int {
        state.withLock { state in
            let number = state.next()
            var gate = Gate(file: file)
            for index in state.turns.indices where state.turns[index].gates != nil {
                guard state.means(state.turns[index].reach, file) else { continue }
                gate.closings.insert(state.turns[index].number)
                state.turns[index].gates?.insert(number)
            }
            state.gates[number] = gate
            return number
        }
    }

    /// The note behind a gate has another path. Who has it closed keeps it so.
    func move(_ gate: Int, to file: NotePath) { state.withLock { $0.gates[gate]?.file = file } }

    /// Takes a gate away through which nobody goes any more.
    func remove(_ gate: Int) {
        change { state, woken in
            state.gates[gate] = nil
            for index in state.turns.indices { state.turns[index].gates?.remove(gate) }
            state.advance(&woken)
        }
    }

    /// Goes through a gate, once it is open. To be matched by `leave(_:)`.
    func enter(_ gate: Int) async {
        await withCheckedContinuation { edit in
            let isOpen = state.withLock { state in
                guard state.gates[gate]?.closings.isEmpty ?? true else {
                    state.gates[gate]?.edits.append(edit)
                    return false
                }
                state.gates[gate]?.editing += 1
                return true
            }
            if isOpen { edit.resume() }
        }
    }

    func leave(_ gate: Int) {
        change { state, woken in
            state.gates[gate]?.editing -= 1
            // Usually nobody waits for that.
            guard let left = state.gates[gate], left.editing == 0, !left.closings.isEmpty else { return }
            state.advance(&woken)
        }
    }

    // MARK: Closing them

    /// Stands in line to close gates. To be matched by `open(_:)`.
    func close(_ reach: Reach) -> Closing {
        change { state, woken in
            let turn = Turn(number: state.next(), reach: reach)
            state.turns.append(turn)
            state.advance(&woken)
            return Closing(number: turn.number)
        }
    }

    /// Waits until the gates are closed, and no edit is on its way through them any more.
    ///
    /// - Returns: False where they were opened before that.
    func isClosed(_ closing: Closing) async -> Bool {
        await withCheckedContinuation { asker in
            let isClosed = state.withLock { state -> Bool? in
                guard let index = state.turns.firstIndex(where: { $0.number == closing.number }) else {
                    return false
                }
                if state.isClosed(state.turns[index]) { return true }
                state.turns[index].asker = asker
                return nil
            }
            if let isClosed { asker.resume(returning: isClosed) }
        }
    }

    /// The gates that are closed for it, those of notes that were opened since among them.
    func gates(of closing: Closing) -> Set<Int> {
        state.withLock { state in state.turns.first { $0.number == closing.number }?.gates ?? [] }
    }

    /// Opens the gates again, or leaves the line. Once: after that it does nothing.
    ///
    /// - Returns: The gates that were closed.
    @discardableResult
    func open(_ closing: Closing) -> Set<Int> {
        change { state, woken in
            guard let index = state.turns.firstIndex(where: { $0.number == closing.number }) else {
                return []
            }
            let turn = state.turns.remove(at: index)
            if let asker = turn.asker { woken.askers.append((asker, false)) }
            for number in turn.gates ?? [] {
                state.gates[number]?.closings.remove(turn.number)
                guard let gate = state.gates[number], gate.closings.isEmpty else { continue }
                // Before the next: they have waited longer.
                state.gates[number]?.editing += gate.edits.count
                state.gates[number]?.edits = []
                woken.edits += gate.edits
            }
            state.advance(&woken)
            return turn.gates ?? []
        }
    }
}
