// SPDX-License-Identifier: MIT
// What goes wrong at one call, or from one call on.

import Foundation
import Glibc
import NoteFiles
import Synchronization

/// A fault that strikes when the operation has made so many calls.
struct Fault: Sendable, CustomStringConvertible {
    /// What a stricken call does.
    enum Kind: Hashable, Sendable, CaseIterable {
        case inputOutput, noSpace, overQuota, readOnly, notPermitted, interrupted
        /// Reads and writes one byte; other calls are made as usual.
        case short

        /// All of them when `NOTEKIT_FAULTS` is `all`, else those that differ most from each other.
        static let chosen: [Kind] = isFull ? allCases : [.inputOutput, .interrupted, .short]
        static let isFull = ProcessInfo.processInfo.environment["NOTEKIT_FAULTS"] == "all"

        var number: Int32? {
            switch self {
            case .inputOutput: EIO
            case .noSpace: ENOSPC
            case .overQuota: EDQUOT
            case .readOnly: EROFS
            case .notPermitted: EACCES
            case .interrupted: EINTR
            case .short: nil
            }
        }

        /// Whether the fault can strike this call at all.
        func strikes(_ call: CallKind) -> Bool { self != .short || call == .pread || call == .pwrite }
    }

    let kind: Kind
    /// The call that is stricken, counted from 1.
    let call: Int
    /// Whether all later calls are too. A call that is interrupted is made at the third try, for no
    /// kernel interrupts for ever.
    let goesOn: Bool

    var description: String { "\(kind) at call \(call)\(goesOn ? " and from then on" : "")" }

    /// The plan for `InterposedCalls`, after another plan had its say. Tells which calls were stricken.
    func plan(
        after plan: @escaping @Sendable (Call) -> Call.Fate, stricken: @escaping @Sendable (CallKind) -> Void
    ) -> @Sendable (Call) -> Call.Fate {
        let interruptions = Mutex(0)
        return { call in
            let before = plan(call)
            if case .fails = before { return before }
            let isNow = goesOn ? call.number >= self.call : call.number == self.call
            guard isNow, kind.strikes(call.kind) else { return before }
            if kind == .interrupted, goesOn {
                let count = interruptions.withLock { count in
                    count += 1
                    return count
                }
                if count % 3 == 0 { return before }
            }
            stricken(call.kind)
            return kind.number.map { .fails($0) } ?? .short(1)
        }
    }
}
