// SPDX-License-Identifier: MIT
// Which steps of an operation are done, and where they left what they were about.

internal import NoteFiles

/// The steps of an operation that are done, as far as that was written down.
struct DoneSteps: Sequence {
    private var paths: [Int: NotePath] = [:]
    private let operation: VaultOperation
    /// The moves that came to another name than the planned one, in order: few, as a plan knows which names are
    /// taken.
    private(set) var renumbered: [Int] = []

    init(of operation: VaultOperation) { self.operation = operation }

    /// Where a step left what it was about; nil where it is not done.
    subscript(step: Int) -> NotePath? {
        get { paths[step] }
        set {
            paths[step] = newValue
            if let place = renumbered.firstIndex(of: step) { renumbered.remove(at: place) }
            guard case .move(_, let planned, _) = operation.steps[step].action, let newValue,
                newValue != planned
            else { return }
            renumbered.insert(step, at: renumbered.firstIndex { $0 > step } ?? renumbered.endIndex)
        }
    }

    var count: Int { paths.count }
    var isEmpty: Bool { paths.isEmpty }

    func makeIterator() -> Dictionary<Int, NotePath>.Iterator { paths.makeIterator() }
}
