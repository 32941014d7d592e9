// SPDX-License-Identifier: MIT
// A part of a front matter that a view shows in its own style.

/// A part of a front matter that a view styles.
struct FrontmatterField {
    var kind: MarkdownStyle.Kind
    var range: Range<Int>
}
