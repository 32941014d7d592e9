// SPDX-License-Identifier: MIT
// Why a client got no answer, and whether it knows what became of its request.

/// A request that has no answer.
public struct NoteClientError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The sort of failure. More may be added; a `switch` needs a `default`.
    public struct Code: Hashable, Sendable {
        private let word: String
        private init(_ word: String) { self.word = word }

        /// The daemon refused; see `refusal`. Nothing was done.
        public static let refused = Code("refused")
        /// No daemon runs.
        public static let notRunning = Code("not-running")
        /// A daemon may run, and cannot be reached.
        public static let unreachable = Code("unreachable")
        /// The connection ended before the answer came.
        public static let lost = Code("lost")
        /// The answer did not come in time.
        public static let timedOut = Code("timed-out")
        /// The task was cancelled.
        public static let cancelled = Code("cancelled")
        /// The client was closed, or does not connect again.
        public static let closed = Code("closed")
        /// The session was opened anew since the revision that was named; take its new text first.
        public static let staleSession = Code("stale-session")
        /// The message is larger than the daemon takes.
        public static let tooLarge = Code("too-large")
        /// The daemon answered something that this client does not understand.
        public static let notUnderstood = Code("not-understood")
    }

    /// The sort of failure.
    public let code: Code
    /// A sentence: what failed, and what is known of it. Never note text.
    public let description: String
    /// What the daemon said; nil where it said nothing.
    public let refusal: ServiceRefusal?
    /// Whether it is certain that the request did nothing. Where it is not, look before asking again.
    public let isUndone: Bool

    init(_ code: Code, _ description: String, isUndone: Bool = true) {
        self.code = code
        self.description = description
        refusal = nil
        self.isUndone = isUndone
    }

    init(_ refusal: ServiceRefusal) {
        code = .refused
        description = refusal.description
        self.refusal = refusal
        isUndone = true
    }

    init(_ error: ServiceError) {
        self.init(error.code == .notRunning ? .notRunning : .unreachable, error.description)
    }

    static func unknown(_ code: Code, _ name: String, _ reason: String) -> NoteClientError {
        NoteClientError(
            code, "\(reason) Whether '\(name)' was carried out is not known.", isUndone: false)
    }
}
