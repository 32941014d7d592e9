// SPDX-License-Identifier: MIT
// An open descriptor that is given back once.

/// An open file or directory. Closes when it goes out of scope; `close()` tells the result.
package struct OpenFile: ~Copyable, Sendable {
    /// The descriptor, valid as long as this value is.
    package let number: Int32
    private let calls: any FileCalls
    private var isOpen = true

    /// Takes over `number`.
    package init(owning number: Int32, calls: any FileCalls) {
        self.number = number
        self.calls = calls
    }

    /// Closes now and answers zero or the negative error number. Whatever the answer, the
    /// descriptor is gone. See: `man 2 close`.
    package consuming func close() -> Int32 {
        isOpen = false
        return calls.close(number)
    }

    deinit {
        // Whoever wants to know how the closing went calls `close()`.
        if isOpen { _ = calls.close(number) }
    }
}
