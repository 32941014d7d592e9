// SPDX-License-Identifier: MIT
// Extended attributes as any program would set them.

import CNoteLinux
import Glibc

/// Sets an extended attribute, and answers whether that worked.
@discardableResult
func setAttribute(_ name: String, to value: String, of path: String) -> Bool {
    setxattr(path, name, value, value.utf8.count, 0) == 0
}
