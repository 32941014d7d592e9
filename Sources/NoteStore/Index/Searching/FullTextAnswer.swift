// SPDX-License-Identifier: MIT
// What the full text says to a query, and when it is better not heard to its end.

/// The notes that may hold what is looked for, as far as the full text was asked.
enum FullTextAnswer: Sendable {
    /// These, and no others.
    case notes(NoteSet)
    /// So many that the first hits are met sooner by reading notes one after the other.
    ///
    /// - Parameter reads: How many readings should do; if they do not, the rest is to be asked for.
    case many(reads: Int)
    /// It cannot tell.
    case any

    /// How many rows are heard before anything is judged by them.
    static let sample = 2_048
    /// How many rows of the full text are heard in the time that the reading of a note takes.
    private static let rowsPerReading = 128.0

    /// How many notes to read until a number of hits has been met, by what a sample of the answer tells; nil where
    /// it is quicker to hear all of it.
    ///
    /// - Parameters:
    ///   - hits: How many are wanted.
    ///   - share: The part of all notes that the answer names, if the rest of it is like the sample.
    ///   - notes: How many notes there are.
    static func reads(for hits: Int, share: Double, of notes: Int) -> Int? {
        let reads = Double(hits) / share
        guard reads * rowsPerReading < Double(notes) * share else { return nil }
        // Chance may have it that they lie thinner for a while.
        return Int(2 * reads) + 32
    }
}
