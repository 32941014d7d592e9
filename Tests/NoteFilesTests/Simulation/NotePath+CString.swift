// SPDX-License-Identifier: MIT
// Reading a path that a call was given.

import NoteFiles

extension NotePath {
    /// Copies the bytes up to the zero.
    init(cString: UnsafePointer<CChar>) {
        var count = 0
        while cString[count] != 0 { count += 1 }
        self.init(bytes: (0..<count).map { UInt8(bitPattern: cString[$0]) })
    }
}
