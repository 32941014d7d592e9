// SPDX-License-Identifier: MIT
// One entry of the delimiter stack.

/// A run of `*` or `_`, or a pair of `~` or `=`, that may open or close.
struct Delimiter: BitwiseCopyable {
    var position: Int
    var length: Int
    var item: Int
    var previous: Int
    var next: Int
    /// The length before anything was taken from it.
    var wholeLength: Int
    var character: UInt8
    var canOpen: Bool
    var canClose: Bool
}
