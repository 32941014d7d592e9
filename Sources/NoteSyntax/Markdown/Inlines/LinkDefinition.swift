// SPDX-License-Identifier: MIT
// A definition of a link label, before it is a node.

/// A definition of a link label, as ranges of the text.
struct LinkDefinition {
    var range: Range<Int>
    var label: Range<Int>
    var destination: Range<Int>
    var title: Range<Int>?
}
