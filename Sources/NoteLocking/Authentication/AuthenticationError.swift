// SPDX-License-Identifier: MIT
// Why somebody did not get in, in words that they can act on.

/// An authentication that did not succeed. It holds no password.
public struct AuthenticationError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The sort of failure. More may be added; a `switch` needs a `default`.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        /// The word for it.
        public let description: String
        private init(_ word: String) { description = word }

        /// It was asked, and the answer was wrong.
        public static let denied = Code("denied")
        /// Somebody or something ended the prompt before it was answered.
        public static let cancelled = Code("cancelled")
        /// The device has no way to ask, or none that works.
        public static let unavailable = Code("unavailable")
        /// Too many wrong answers; it takes time or an administrator.
        public static let lockedOut = Code("locked-out")
        /// The password or the account is past its time.
        public static let expired = Code("expired")
    }

    /// The sort of failure.
    public let code: Code
    /// A sentence for the person at the device.
    public let description: String

    /// Makes an error.
    ///
    /// - Parameters:
    ///   - code: The sort of failure.
    ///   - detail: What the device said, as a part of a sentence; nil when it said nothing.
    public init(_ code: Code, _ detail: String? = nil) {
        self.code = code
        let sentence =
            switch code {
            case .denied: "That was not right. Try again."
            case .cancelled: "Nobody was asked to the end. Try again."
            case .unavailable:
                "This device cannot ask who you are. Your notes are safe: they are files in the vault's "
                    + "folder, which any editor opens. Mend the sign-in of this account and try again."
            case .lockedOut: "Too many wrong answers. Wait, or ask the administrator of this device."
            case .expired: "The password or the account has expired. Renew it where you sign in."
            default: "You could not be recognised."
            }
        description = detail.map { "\(sentence) (\($0))" } ?? sentence
    }

    /// The one who shows the prompts has stopped.
    static let ended = AuthenticationError(.cancelled, "the app does not ask any more")
}
