// SPDX-License-Identifier: MIT
// Which edition of NoteKit this is.

/// The version of the libraries and of the programs.
public enum NoteKitVersion {
    /// The version, as `0.1.0`. See: semver.org.
    public static let text = "0.1.0"
    /// The day on which what the manuals say was last looked through.
    package static let day = "2026-12-01"
}
