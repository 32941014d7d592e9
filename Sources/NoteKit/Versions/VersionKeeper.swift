// SPDX-License-Identifier: MIT
// Where the text goes that was not chosen.

public import NoteFiles

/// Keeps texts that must not be lost although they are in no note: what a conflict left unchosen, what a
/// merge displaced.
///
/// A session hands over such a text before it writes another one to the note. It may call from any thread.
public protocol VersionKeeper: Sendable {
    /// Keeps a version. Returns once it is certain to outlive a crash.
    ///
    /// - Throws: `FileError` when that cannot be had; whoever called then leaves the note as it is.
    func keep(_ version: NoteVersion) throws(FileError)

    /// Keeps versions of several notes at once. Returns once all are certain to outlive a crash.
    ///
    /// - Throws: `FileError` when one of them cannot be kept; others may be.
    func keep(_ versions: [NoteVersion]) throws(FileError)

    /// Whether it wants every text that a save is about to put another in place of, too.
    ///
    /// Such a version has the reason `.replaced`. A save goes on when it cannot be kept: then the new text
    /// is what would be lost.
    var keepsReplacedTexts: Bool { get }
}

extension VersionKeeper {
    /// No: only what was not chosen.
    public var keepsReplacedTexts: Bool { false }

    /// One after the other.
    public func keep(_ versions: [NoteVersion]) throws(FileError) {
        for version in versions { try keep(version) }
    }
}
