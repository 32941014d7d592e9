// SPDX-License-Identifier: MIT
// One question to PAM, from its beginning to its end, on the thread that asks it.

internal import CPAM
internal import Glibc

/// A user and the rules that they are checked by.
struct PAMCheck: Sendable {
    /// What came of it.
    struct Outcome: Sendable {
        /// Why not; nil when the password is right and the account may come in.
        var failure: AuthenticationError?
        /// Whether a module wanted the password at all.
        var wasAsked: Bool
    }

    let service: String
    let user: String
    /// The folder of the rules; nil for the system's.
    let folder: String?

    /// Asks whether this is the user's password, and then whether the account is in order. Blocks.
    ///
    /// See: `man 3 pam_start`, `pam_authenticate`, `pam_acct_mgmt`, `pam_end`.
    func outcome(for password: Password) -> Outcome {
        let talk = PAMConversation(password)
        // `talk` outlives the transaction, which calls it by this reference and does not own it.
        var callbacks = pam_conv(
            conv: PAMConversation.callback, appdata_ptr: Unmanaged.passUnretained(talk).toOpaque())
        var started: OpaquePointer?
        var code =
            if let folder {
                pam_start_confdir(service, user, &callbacks, folder, &started)
            } else {
                pam_start(service, user, &callbacks, &started)
            }
        guard code == PAM_SUCCESS, let transaction = started else {
            return Outcome(failure: AuthenticationError(.unavailable, "pam_start: \(code)"), wasAsked: false)
        }
        // Not silent: what a module says of a locked account goes to the person.
        code = pam_authenticate(transaction, 0)
        if code == PAM_SUCCESS { code = pam_acct_mgmt(transaction, 0) }
        let failure = failure(code, in: transaction, talk)
        // Nothing was opened that could fail to close.
        _ = pam_end(transaction, code)
        return withExtendedLifetime(talk) { Outcome(failure: failure, wasAsked: talk.wasAsked) }
    }

    /// See: `man 3 pam_authenticate`, `man 3 pam_acct_mgmt`.
    private func failure(
        _ code: Int32, in transaction: OpaquePointer, _ talk: PAMConversation
    ) -> AuthenticationError? {
        if code == PAM_SUCCESS { return nil }
        let said = talk.said ?? pam_strerror(transaction, code).map { String(cString: $0) }
        if talk.wasAskedForMore {
            return AuthenticationError(.unavailable, "'\(service)' asks for more than one password")
        }
        let kind: AuthenticationError.Code =
            switch code {
            case PAM_AUTH_ERR, PAM_USER_UNKNOWN, PAM_PERM_DENIED, PAM_CRED_INSUFFICIENT, PAM_CRED_ERR,
                // Asked, and what it was given cannot be a password.
                PAM_CONV_ERR:
                .denied
            case PAM_MAXTRIES: .lockedOut
            case PAM_ACCT_EXPIRED, PAM_NEW_AUTHTOK_REQD, PAM_AUTHTOK_EXPIRED, PAM_CRED_EXPIRED: .expired
            default: .unavailable
            }
        return AuthenticationError(kind, said)
    }
}
