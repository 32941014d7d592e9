// SPDX-License-Identifier: MIT
// Words for whoever drives the rig, out at once.

internal import Glibc

/// Writes a line in one call, so that it is out before the process can be killed.
func say(_ line: String, to file: Int32 = STDOUT_FILENO) {
    let bytes = Array(line.utf8) + [UInt8(ascii: "\n")]
    // A reader that has gone is nobody to tell.
    _ = write(file, bytes, bytes.count)
}
