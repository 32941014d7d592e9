// SPDX-License-Identifier: MIT
// Where a figure was measured: without that it says nothing.

internal import CNoteLinux
internal import Glibc

/// Kernel, file system, cores and user of a run.
struct Place: CustomStringConvertible {
    private let folder: String

    init(_ folder: String) { self.folder = folder }

    var filesystem: String {
        let file = Int32(cn_openat(cn_AT_FDCWD, folder, O_RDONLY | cn_O_CLOEXEC, 0))
        guard file >= 0 else { return "unknown" }
        defer { close(file) }
        return switch cn_filesystem_kind(file) {
        case 0xEF53: "ext4"
        case 0x0102_1994: "tmpfs"
        case 0x5846_5342: "xfs"
        case 0x9123_683E: "btrfs"
        case 0x794C_7630: "overlay"
        case let kind: "0x" + String(kind, radix: 16)
        }
    }

    private var kernel: String {
        var names = utsname()
        guard uname(&names) == 0 else { return "unknown" }
        return withUnsafePointer(to: &names.release) {
            $0.withMemoryRebound(to: CChar.self, capacity: 65) { String(cString: $0) }
        }
    }

    var description: String {
        "\(filesystem), Linux \(kernel), \(sysconf(Int32(_SC_NPROCESSORS_ONLN))) cores, user \(geteuid())"
    }
}
