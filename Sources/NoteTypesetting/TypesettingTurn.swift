// SPDX-License-Identifier: MIT
// One note is typeset at a time, because cairo's fonts stand no more.

internal import Synchronization

/// Whose turn it is to use fonts.
///
/// Pango is safe with a font map for each thread, but cairo 1.16 opens and closes the files of fonts for all
/// threads in one library of FreeType outside of its own lock: exports on several threads were seen to fail
/// with "error occurred in libfreetype", and to crash. May go with a cairo that keeps its lock there.
enum TypesettingTurn {
    private static let turn = Mutex(())

    /// Does something with fonts while nobody else does. Not to be taken twice by one thread.
    static func take<Result: Sendable, Failure: Error>(
        _ work: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try turn.withLock { _ throws(Failure) in try work() }
    }
}
