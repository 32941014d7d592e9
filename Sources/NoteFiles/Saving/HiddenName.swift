// SPDX-License-Identifier: MIT
// The names that a save uses for a moment, and what they tell after a crash.

internal import CNoteLinux

/// The hidden name beside a note that one save uses between exchange and proof.
///
/// It starts with a dot, so Obsidian passes over it, and has the form of Syncthing's own temporary
/// files, so Syncthing does too. It says which note it belongs to and which two contents are ours to
/// remove, so a crash needs no record elsewhere: what is found under the name afterwards is the base,
/// or the new bytes, or somebody else's.
package struct HiddenName: Hashable, Sendable {
    /// What every hidden name of ours starts with.
    package static let prefix = Array(".syncthing.notekit-".utf8)
    package static let suffix = Array(".tmp".utf8)
    /// What a file that is still being prepared is called where unnamed files are not to be had.
    package static let draftPrefix = Array(".syncthing.notekit-draft-".utf8)

    /// Names the note in its folder.
    let note: UInt64
    /// The first half of the digest of the bytes that the save was made from.
    let base: [UInt8]
    /// The first half of the digest of the new bytes.
    let new: [UInt8]
    /// Keeps two saves apart.
    let number: UInt64

    init(note: NotePath, base: SHA256Digest, new: SHA256Digest, number: UInt64) {
        self.note = Self.mark(of: note)
        self.base = Self.half(base)
        self.new = Self.half(new)
        self.number = number
    }

    /// What a file is called that is to become an attachment, until the note says so.
    private static let trialPrefix = Array(".syncthing.notekit-trial-".utf8)
    private static let linkPrefix = Array(".syncthing.notekit-link-".utf8)
    private static let stagedPrefix = Array(".syncthing.notekit-staged-".utf8)

    /// Reads a name back; nil when it is none of ours.
    package init?(_ name: NotePath) {
        guard Self.isOurs(name), !Self.isDraft(name) else { return nil }
        let middle = name.bytes.dropFirst(Self.prefix.count).dropLast(Self.suffix.count)
        let parts = middle.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard parts.count == 4, parts.map(\.count) == [16, 32, 32, 16] else { return nil }
        guard let note = UInt64(String(decoding: parts[0], as: UTF8.self), radix: 16),
            let base = Hexadecimal.bytes(of: parts[1]), let new = Hexadecimal.bytes(of: parts[2]),
            let number = UInt64(String(decoding: parts[3], as: UTF8.self), radix: 16)
        else { return nil }
        self.note = note
        self.base = base
        self.new = new
        self.number = number
    }

    /// Whether `name` is one that a save of ours uses, in any of its steps.
    package static func isOurs(_ name: NotePath) -> Bool {
        name.bytes.starts(with: prefix) && name.bytes.suffix(suffix.count).elementsEqual(suffix)
    }

    /// Whether `name` is that of a file still being prepared: whole or not, nobody else's bytes are in it.
    static func isDraft(_ name: NotePath) -> Bool {
        guard isOurs(name), name.bytes.starts(with: draftPrefix) else { return false }
        let number = name.bytes.dropFirst(draftPrefix.count).dropLast(suffix.count)
        return number.count == 16 && Hexadecimal.bytes(of: number) != nil
    }

    /// Whether `name` is that of a file which was to become an attachment.
    package static func isStaged(_ name: NotePath) -> Bool {
        isOurs(name) && name.bytes.starts(with: stagedPrefix)
    }

    /// The name of a file that is to become an attachment.
    package static func staged(_ number: UInt64) -> NotePath {
        NotePath(bytes: stagedPrefix + Hexadecimal.text(of: number).utf8 + suffix)
    }

    /// Whether `name` is that of a file by which somebody finds out what the file system can; see
    /// `FileSystemTrial`.
    package static func isTrial(_ name: NotePath) -> Bool {
        guard isOurs(name), name.bytes.starts(with: trialPrefix) else { return false }
        let rest = name.bytes.dropFirst(trialPrefix.count).dropLast(suffix.count)
        let number = rest.prefix(16)
        return number.count == 16 && Hexadecimal.bytes(of: number) != nil
            && rest.dropFirst(16).first == UInt8(ascii: "-")
    }

    /// The name of a file of a trial.
    static func trial(_ number: UInt64, _ role: String) -> NotePath {
        NotePath(bytes: trialPrefix + "\(Hexadecimal.text(of: number))-\(role)".utf8 + suffix)
    }

    /// The name that a symbolic link has for a moment while it gets another target. Whatever comes out of the
    /// exchange has it then, somebody else's file as well: so it is no draft, and no save clears it away.
    ///
    /// - Parameters:
    ///   - name: What the link is called in its folder.
    ///   - number: Keeps two of them apart.
    package static func link(_ name: NotePath, _ number: UInt64) -> NotePath {
        NotePath(bytes: start(ofLink: name) + Hexadecimal.text(of: number).utf8 + suffix)
    }

    /// Whether `name` is one that the link `link` had for a moment.
    package static func isLink(_ name: NotePath, of link: NotePath) -> Bool {
        isOurs(name) && name.bytes.starts(with: start(ofLink: link))
            && name.bytes.count == start(ofLink: link).count + 16 + suffix.count
    }

    private static func start(ofLink name: NotePath) -> [UInt8] {
        linkPrefix + Hexadecimal.text(of: mark(of: name)).utf8 + "-".utf8
    }

    /// The name of a file still being prepared.
    static func draft(_ number: UInt64) -> NotePath {
        NotePath(bytes: draftPrefix + Hexadecimal.text(of: number).utf8 + suffix)
    }

    /// The name as bytes.
    var path: NotePath {
        let parts = [
            Hexadecimal.text(of: note), Hexadecimal.text(of: base), Hexadecimal.text(of: new),
            Hexadecimal.text(of: number),
        ]
        return NotePath(bytes: Self.prefix + parts.joined(separator: "-").utf8 + Self.suffix)
    }

    /// Whether this name belongs to a note called `name`.
    func belongs(to name: NotePath) -> Bool { Self.mark(of: name) == note }

    /// Whether `content` is one of the two that are ours to remove.
    func isBase(_ digest: SHA256Digest) -> Bool { Self.half(digest) == base }
    func isNew(_ digest: SHA256Digest) -> Bool { Self.half(digest) == new }

    private static func half(_ digest: SHA256Digest) -> [UInt8] { Array(digest.bytes.prefix(16)) }

    private static func mark(of name: NotePath) -> UInt64 {
        SHA256Digest(of: name.bytes).bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
    }
}
