// SPDX-License-Identifier: MIT
// What is known of the next end of a wikilink, so that it is looked for once.

/// The next `]]` of a line, so that it is looked for once.
struct WikiClose {
    /// Between these two places there is no `]]`; one stands at `to` unless `isMissing`.
    var from = 0
    var to = -1
    var isMissing = false
}
