// SPDX-License-Identifier: MIT
// How a container that was opened before the parsed region ended in it.

/// How a container that was opened before the parsed region ended in it.
struct ClosedContainer: BitwiseCopyable {
    /// Which one, from the outermost.
    var number: Int
    var end: Int
}
