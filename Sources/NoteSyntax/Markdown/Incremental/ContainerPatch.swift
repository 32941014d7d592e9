// SPDX-License-Identifier: MIT
// What changes of a container around a stretch that is parsed again.

/// A change of a container that was opened before the stretch parsed again.
struct ContainerPatch: BitwiseCopyable {
    var node: Int
    var length: Int
    var count: Int
    var data: UInt32
}
