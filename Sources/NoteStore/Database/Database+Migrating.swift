// SPDX-License-Identifier: MIT
// How a database that an earlier edition wrote becomes one of this edition, step by step.

extension Database {
    /// Brings the database to the last step.
    ///
    /// The number of the last step taken stands in `PRAGMA user_version`, with a check: a bit that flips there is
    /// not a later edition. Each step is a transaction: after
    /// a crash the database is at one step or at the next. Of two processes that come at once, one takes
    /// the step, and the other finds it taken. References between tables are not enforced within a step, so that
    /// one may make a table anew, and must be right at its end.
    ///
    /// - Parameter steps: The first to the last. A step that was ever landed is never changed.
    /// - Throws: `StoreError`; with code `.tooNew` when a later edition has taken steps unknown here. The
    ///   connection is of no use then.
    package mutating func migrate(by steps: [MigrationStep]) throws(StoreError) {
        let known = steps.count
        // Nearly always nothing is to be done, and then nobody is waited for.
        if try lastStep(upTo: known) == known { return }
        // Within a transaction this is not heard.
        try execute("PRAGMA foreign_keys=OFF")
        while true {
            let isDone = try transaction { database throws(StoreError) in
                let taken = try database.lastStep(upTo: known)
                guard taken < known else { return true }
                try steps[taken].take(in: &database)
                guard try database.first("PRAGMA foreign_key_check", making: { _ in true }) == nil else {
                    throw StoreError(.damaged, database.path, "a row of it names another that is not there")
                }
                try database.note(step: taken + 1)
                return false
            }
            if isDone { break }
        }
        try execute("PRAGMA foreign_keys=ON")
    }

    /// The number of the last step taken.
    ///
    /// - Throws: `StoreError` with code `.tooNew` when a later edition has taken more than are known, `.damaged`
    ///   when the number is none.
    package mutating func lastStep(upTo known: Int) throws(StoreError) -> Int {
        let number = Int(try first("PRAGMA user_version") { $0.integer(0) } ?? 0)
        let taken = number & 0xFFFF
        // No step, and the first one, are told by themselves.
        guard 0...1 ~= number || number == Self.number(of: taken) else {
            throw StoreError(.damaged, path, "the number of its last step is not what was written")
        }
        guard taken <= known else {
            throw StoreError(
                .tooNew, path, "a later edition of NoteKit has changed it (step \(taken), known are \(known))"
            )
        }
        return taken
    }
    /// Takes down the last step; a write of the first page, whatever stands there.
    package func note(step: Int) throws(StoreError) {
        try execute("PRAGMA user_version=\(step == 1 ? 1 : Self.number(of: step))")
    }

    /// The number of a step with its check.
    private static func number(of step: Int) -> Int { step | (step ^ 0x5A5A) << 16 }
}
