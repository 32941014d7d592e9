// SPDX-License-Identifier: MIT
// What a check of links found, as every form of the report shows it.

internal import NoteKit

/// One finding of `check --links`.
struct CheckFinding {
    let path: NotePath
    /// The word for the sort of finding.
    let kind: String
    let target: String?
    /// Counted from 1.
    let line: Int?
    /// Bytes of the file.
    let range: Range<Int>?
    /// A sentence without a full stop.
    let message: String
}
