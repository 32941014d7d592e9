// SPDX-License-Identifier: MIT
// What names both sides of a conflict, so that nobody ends it on sides that they have not seen.

internal import NoteFiles

/// Both sides of a conflict as they were at one moment. Two tokens are equal when both sides are, byte for byte.
public struct ConflictToken: Hashable, Sendable, CustomStringConvertible {
    /// 64 hexadecimal digits.
    public let description: String

    /// Names two sides.
    ///
    /// - Parameters:
    ///   - mine: The bytes that were typed here; nil for a file that is not there.
    ///   - theirs: The bytes that another program wrote; nil for a file that is not there.
    public init(mine: [UInt8]?, theirs: [UInt8]?) {
        description = SHA256Digest(of: Self.name(of: mine) + Self.name(of: theirs)).description
    }

    /// Reads what `description` wrote; nil where it is no token.
    public init?(_ text: String) {
        guard let digest = SHA256Digest(text) else { return nil }
        description = digest.description
    }

    private static func name(of side: [UInt8]?) -> [UInt8] {
        guard let side else { return [0] }
        return [1] + SHA256Digest(of: side).bytes
    }
}
