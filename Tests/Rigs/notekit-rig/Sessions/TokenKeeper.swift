// SPDX-License-Identifier: MIT
// A version keeper that only remembers which tokens it was given.

internal import NoteKit
internal import Synchronization

/// Keeps the tokens of versions.
final class TokenKeeper: VersionKeeper {
    private let kept = Mutex<Set<String>>([])

    func keep(_ version: NoteVersion) {
        let tokens = Token.all(in: version.bytes)
        kept.withLock { $0.formUnion(tokens) }
    }

    /// The tokens since the last time.
    func take() -> Set<String> {
        kept.withLock { kept in
            defer { kept = [] }
            return kept
        }
    }
}
