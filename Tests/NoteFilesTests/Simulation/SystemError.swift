// SPDX-License-Identifier: MIT
// The error number that a simulated call answers.

/// An error number of `errno(3)`, as a Swift error.
struct SystemError: Error, Hashable {
    let number: Int32

    init(_ number: Int32) { self.number = number }
}
