// SPDX-License-Identifier: MIT
// When another program acts, or a file system cannot do something: plans for InterposedCalls.

import CNoteLinux
import Glibc
import NoteFiles
import Synchronization

/// Plans that a test hands to `InterposedCalls`.
enum Interference {
    /// What a file system may be unable to do.
    enum Gap: String, CaseIterable, Sendable {
        case exchange, unnamedFiles, leases, locks

        func covers(_ call: Call) -> Bool {
            switch self {
            case .exchange: call.kind == .renameat2 && call.flags == Int(cn_RENAME_EXCHANGE)
            case .unnamedFiles:
                call.kind == .openat && Int32(call.flags) & cn_O_TMPFILE == cn_O_TMPFILE
            case .leases: call.kind == .takeLease
            case .locks: call.kind == .lockExclusively
            }
        }
    }

    /// A file system with gaps, which answers them with an error number.
    static func without(
        _ gaps: Set<Gap>, _ number: Int32 = EOPNOTSUPP
    ) -> @Sendable (Call) -> Call.Fate {
        { call in gaps.contains { $0.covers(call) } ? .fails(number) : .made }
    }

    /// Where in a save another program acts.
    enum Moment: String, CaseIterable, Sendable {
        /// After the comparison, before the names are exchanged or the new file renamed over.
        case beforeExchange
        /// After the exchange, before the verdict.
        case afterExchange
        /// Right before the displaced file loses its name.
        case beforeUnlink
        /// Right before the undo record of a rewriting in place loses its name.
        case beforeUndoEnds
        /// After the comparison, before the undo record of a rewriting in place is made.
        case beforeUndoStarts
    }

    /// Lets another program act once, at a moment of the first save.
    static func once(
        _ moment: Moment, _ act: @escaping @Sendable () throws -> Void,
        otherwise plan: @escaping @Sendable (Call) -> Call.Fate = { _ in .made }
    ) -> @Sendable (Call) -> Call.Fate {
        let progress = Once()
        return { call in
            if progress.isNow(moment, call) {
                do { try act() } catch { progress.failed(error) }
            }
            return plan(call)
        }
    }

    private final class Once: Sendable {
        private let state = Mutex((hasExchanged: false, isOver: false))

        func isNow(_ moment: Moment, _ call: Call) -> Bool {
            state.withLock { state in
                let isHidden = call.name.map { HiddenName($0) != nil } ?? false
                let isPublishing = call.kind == .renameat2 && !isHidden
                let isNow =
                    switch moment {
                    case .beforeExchange: isPublishing
                    case .afterExchange: state.hasExchanged
                    case .beforeUnlink: call.kind == .unlinkat && isHidden
                    case .beforeUndoEnds: call.kind == .unlinkat && !isHidden
                    case .beforeUndoStarts:
                        call.kind == .openat && call.name.map { "\($0)".hasSuffix(".undo") } ?? false
                    }
                if isPublishing { state.hasExchanged = true }
                guard isNow, !state.isOver else { return false }
                state.isOver = true
                return true
            }
        }

        func failed(_ error: any Error) { preconditionFailure("the other program failed: \(error)") }
    }
}
