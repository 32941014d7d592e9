// SPDX-License-Identifier: MIT
// What a kept version is called, so that a person finds it and a program can read it back.

internal import Glibc

/// A version in the state folder.
public struct KeptVersion: Hashable, Sendable {
    /// The file that holds the bytes.
    public let file: NotePath
    /// Why it was kept.
    public let reason: NoteVersion.Reason
    /// When it was put aside.
    public let moment: FileTime
    /// The first 32 digits of the SHA-256 digest of its bytes.
    public let digestStart: String

    init?(_ file: NotePath) {
        guard let name = VersionName(file.name) else { return nil }
        self.file = file
        reason = name.reason
        moment = name.moment
        digestStart = name.digest
    }
}

/// The name of a version's file: `20261130-204036-123456789-theirs-DIGEST.md`, the moment in UTC, with
/// nanoseconds; the first 32 digits of the digest.
struct VersionName: Hashable {
    let moment: FileTime
    let reason: NoteVersion.Reason
    let digest: String

    /// A moment out of the years 1970 to 9999 is moved to the nearer end of them.
    init(_ moment: FileTime, _ reason: NoteVersion.Reason, _ digest: SHA256Digest) {
        let seconds = min(max(moment.seconds, 0), 253_402_300_799)
        self.moment = FileTime(seconds: seconds, nanoseconds: min(moment.nanoseconds, 999_999_999))
        self.reason = reason
        self.digest = Self.start(of: digest)
    }

    init?(_ name: NotePath) {
        guard name.bytes.suffix(3).elementsEqual(".md".utf8) else { return nil }
        let parts = String(decoding: name.bytes.dropLast(3), as: UTF8.self).split(
            separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 5, parts.prefix(3).map(\.utf8.count) == [8, 6, 9], parts[4].utf8.count == 32,
            Hexadecimal.bytes(of: Array(parts[4].utf8)) != nil,
            parts.prefix(3).allSatisfy({ part in part.utf8.allSatisfy { 0x30...0x39 ~= $0 } }),
            let date = Int32(parts[0]), let time = Int32(parts[1]), let nanoseconds = UInt32(parts[2]),
            let reason = NoteVersion.Reason(word: parts[3])
        else { return nil }
        var fields = tm()
        (fields.tm_year, fields.tm_mon, fields.tm_mday) = (
            date / 10_000 - 1900, date / 100 % 100 - 1, date % 100
        )
        (fields.tm_hour, fields.tm_min, fields.tm_sec) = (time / 10_000, time / 100 % 100, time % 100)
        moment = FileTime(seconds: Int64(timegm(&fields)), nanoseconds: nanoseconds)
        self.reason = reason
        digest = String(parts[4])
    }

    static func start(of digest: SHA256Digest) -> String { String(digest.description.prefix(32)) }

    /// The next name in time, for when this one is taken.
    var next: VersionName? {
        let carries = moment.nanoseconds == 999_999_999
        let later = FileTime(
            seconds: moment.seconds + (carries ? 1 : 0), nanoseconds: carries ? 0 : moment.nanoseconds + 1)
        return VersionName("\(stamp(of: later))-\(reason)-\(digest).md")
    }

    var path: NotePath { NotePath("\(stamp(of: moment))-\(reason)-\(digest).md") }

    private init?(_ name: String) { self.init(NotePath(name)) }

    private func stamp(of moment: FileTime) -> String {
        let digits = String(moment.nanoseconds)
        let zeros = String(repeating: "0", count: 9 - digits.utf8.count)
        return "\(UTCStamp.text(moment.seconds))-\(zeros)\(digits)"
    }
}
