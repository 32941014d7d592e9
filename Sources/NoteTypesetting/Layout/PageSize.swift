// SPDX-License-Identifier: MIT
// How large a page and its text area are.

internal import NoteExporting

/// A page in points, with its origin in the upper left corner.
struct PageSize {
    let width: Double
    let height: Double
    /// One inch.
    let margin = 72.0

    init(_ paper: NotePDFRenderer.Paper) {
        switch paper {
        case .letter: (width, height) = (612, 792)
        case .a4: (width, height) = (595.28, 841.89)
        }
    }

    var left: Double { margin }
    var right: Double { width - margin }
    var top: Double { margin }
    var bottom: Double { height - margin }
    var textWidth: Double { right - left }
    var textHeight: Double { bottom - top }
}
