// SPDX-License-Identifier: MIT
// How Linux is asked whether a password is its owner's.

internal import CPAM
internal import Dispatch
internal import Glibc

/// Asks the Pluggable Authentication Modules of Linux, as a screen lock does.
///
/// PAM reads the rules of a *service*. The default service is `notekit`, for which an administrator may put a
/// file into `/etc/pam.d` (or a distribution into `/usr/lib/pam.d`):
///
///     #%PAM-1.0
///     auth     include  common-auth
///     account  include  common-account
///
/// (`system-auth` where Fedora and Arch say `common-auth`). Without that file the rules of `login` are used,
/// which every distribution has, and never those of `other`, which deny everybody on some and not on others.
/// Without either the device counts as unable to ask. No session is opened and nobody is logged in.
///
/// The modules block, some for seconds after a wrong password, so they run on a thread of their own. The
/// password is wiped when they are done, and so is the answer that was made from it for PAM, by PAM's own
/// modules. A module that asks for more than one password (a code from a telephone) is refused.
public struct PAMAuthenticator: DeviceAuthenticator {
    /// Shows the prompt of the app. Nil when it was cancelled.
    public typealias Prompt = @Sendable (AuthenticationPurpose) async -> Password?

    private let service: String
    private let user: String?
    private let folder: String?
    private let prompt: Prompt

    /// Makes an authenticator of the user of this process.
    ///
    /// - Parameters:
    ///   - service: The name of the rules. Other than `notekit` it has nothing to fall back on.
    ///   - user: The account's name; nil for the user that this process runs as.
    ///   - folder: A folder of rules that is used in place of the system's; for programs that bring their
    ///     own, and tests.
    ///   - prompt: Gets the password from the person.
    public init(
        service: String = "notekit", user: String? = nil, folder: String? = nil, prompt: @escaping Prompt
    ) {
        self.service = service
        self.user = user
        self.folder = folder
        self.prompt = prompt
    }

    /// Gets a password and has it checked: it must be right, and the account must be allowed in.
    ///
    /// The person is asked only when there are rules to check the answer by.
    ///
    /// - Parameter purpose: What for. To turn a lock on, rules that let everybody in without a question
    ///   (an account without a password) count as no way to ask.
    /// - Throws: `AuthenticationError`: `.denied` for a wrong password or user, `.cancelled` when the prompt
    ///   gave none, `.lockedOut`, `.expired`, and `.unavailable` for everything that is not the person's
    ///   fault.
    public func authenticate(for purpose: AuthenticationPurpose) async throws(AuthenticationError) {
        guard let rules = rules() else {
            throw AuthenticationError(.unavailable, "no PAM service '\(service)'")
        }
        guard let user = user ?? Self.currentUser() else {
            throw AuthenticationError(.unavailable, "user \(geteuid()) has no name")
        }
        guard let password = await prompt(purpose) else { throw AuthenticationError(.cancelled) }
        defer { password.wipe() }
        let check = PAMCheck(service: rules, user: user, folder: folder)
        let outcome = await Self.blocking { check.outcome(for: password) }
        if let failure = outcome.failure { throw failure }
        if purpose == .turnOn && !outcome.wasAsked {
            throw AuthenticationError(.unavailable, "the system lets \(user) in without a password")
        }
    }

    /// The service whose rules count; nil where there are none.
    func rules() -> String? {
        let candidates = service == "notekit" ? [service, "login"] : [service]
        // See: `man 5 pam.d`. A name with a slash would lead out of the folder.
        let folders = folder.map { [$0] } ?? ["/etc/pam.d", "/usr/lib/pam.d", "/usr/share/pam.d"]
        return candidates.first { name in
            !name.isEmpty && !name.utf8.contains(UInt8(ascii: "/"))
                && folders.contains { access("\($0)/\(name)", F_OK) == 0 }
        }
    }

    /// See: `man 3 getpwuid_r`.
    private static func currentUser() -> String? {
        var record = passwd()
        var found: UnsafeMutablePointer<passwd>?
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 16384) { buffer in
            guard let start = buffer.baseAddress else { return nil }
            getpwuid_r(geteuid(), &record, start, buffer.count, &found)
            return found.flatMap { $0.pointee.pw_name }.map { String(cString: $0) }
        }
    }

    private static func blocking<Result: Sendable>(
        _ work: @escaping @Sendable () -> Result
    ) async -> Result {
        await withCheckedContinuation { continuation in
            // A queue of its own has a thread of its own, beside those that Swift's tasks run on.
            DispatchQueue(label: "notekit.pam").async { continuation.resume(returning: work()) }
        }
    }
}
