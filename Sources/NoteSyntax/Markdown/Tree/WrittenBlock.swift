// SPDX-License-Identifier: MIT
// What the writer of a tree remembers of the containers that it is inside of.

/// A container whose nodes are being written.
struct WrittenBlock: BitwiseCopyable {
    var node: Int
    /// The number of the first block after it.
    var blockEnd: Int
}
