// SPDX-License-Identifier: MIT
// One answer to the question whether a vault is in good hands.

/// What was found out about one thing that a vault depends on.
public struct HealthFinding: Hashable, Sendable {
    /// How good it is.
    public enum Verdict: String, Comparable, Sendable {
        /// As it should be.
        case good
        /// It works, but something is slower, weaker, or waits for a person.
        case limited
        /// Something that NoteKit promises cannot be had here, or is in danger.
        case bad

        /// Good before limited before bad.
        public static func < (one: Verdict, other: Verdict) -> Bool { one.rank < other.rank }
        private var rank: Int { self == .good ? 0 : self == .limited ? 1 : 2 }
    }

    /// A word for the thing: `exchange`, `watches`, `store`, ... More may be added.
    public let topic: String
    /// How good it is.
    public let verdict: Verdict
    /// What was found, in a few words.
    public let value: String
    /// What that means; nil where all is good.
    public let meaning: String?
    /// How to lift a limit; nil where all is good, or nothing can be done.
    public let remedy: String?

    private init(
        _ topic: String, _ verdict: Verdict, _ value: String, meaning: String?, remedy: String?
    ) {
        self.topic = topic
        self.verdict = verdict
        self.value = value
        self.meaning = meaning
        self.remedy = remedy
    }

    static func good(_ topic: String, _ value: String) -> HealthFinding {
        HealthFinding(topic, .good, value, meaning: nil, remedy: nil)
    }

    static func limited(
        _ topic: String, _ value: String, _ meaning: String, remedy: String? = nil
    ) -> HealthFinding {
        HealthFinding(topic, .limited, value, meaning: meaning, remedy: remedy)
    }

    static func bad(
        _ topic: String, _ value: String, _ meaning: String, remedy: String? = nil
    ) -> HealthFinding {
        HealthFinding(topic, .bad, value, meaning: meaning, remedy: remedy)
    }
}
