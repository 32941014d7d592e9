// SPDX-License-Identifier: MIT
// What is seen where a drawing is looked at.

/// Whether a drawing can be drawn, and whether it shows anything.
public enum DrawingLook: Sendable, Hashable {
    /// It shows something.
    case shown
    /// It shows nothing: nobody drew anything yet.
    case empty
    /// It cannot be drawn; why, as a clause that follows its name.
    case fault(String)
}
