// SPDX-License-Identifier: MIT
// What can go wrong while a note is typeset, in words a person can act on.

/// A PDF file that could not be made.
///
/// What was handed to the sink before is not a whole PDF file.
public struct NotePDFError: Error, Sendable, CustomStringConvertible {
    /// The sort of failure. More may be added; a `switch` needs a `default`.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        /// The word for it that the command line prints.
        public let description: String
        package init(_ word: String) { description = word }

        /// The system has no font at all.
        public static let noFonts = Code("no-fonts")
        /// The sink refused bytes; `cause` is what it threw.
        public static let notWritten = Code("not-written")
        /// There is not enough memory.
        public static let noMemory = Code("no-memory")
        /// The note takes more time than it may.
        public static let tooSlow = Code("too-slow")
        /// The program that typesets is not there, or could not be started.
        public static let noWorker = Code("no-worker")
        /// The process that typeset the note ended before it was done: killed, out of memory, or by a fault
        /// of the libraries.
        public static let workerEnded = Code("worker-ended")
        /// The process that was to typeset the note says what makes no sense: the program is of another
        /// version, or is another program.
        public static let badWorker = Code("bad-worker")
        /// The typesetting library failed.
        public static let other = Code("other")
    }

    /// What sort of failure it is.
    public var code: Code
    /// A sentence that says what failed and what is still safe.
    public var description: String
    /// What the sink threw.
    public var cause: (any Error)?

    package init(_ code: Code, _ description: String, cause: (any Error)? = nil) {
        self.code = code
        self.description = description
        self.cause = cause
    }

    package static var noFonts: NotePDFError {
        NotePDFError(.noFonts, "No PDF was made: the system has no font. The note is untouched.")
    }
}
