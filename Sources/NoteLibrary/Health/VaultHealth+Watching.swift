// SPDX-License-Identifier: MIT
// Whether changes of the vault are noticed at once.

internal import Glibc
internal import NoteFiles

extension VaultHealth {
    func watching(_ scan: FolderScan, _ kind: FileSystemKind) -> [HealthFinding] {
        [watches(scan.folders.count), instances(), sight(kind)]
    }

    private func watches(_ folders: Int) -> HealthFinding {
        let topic = "watches"
        let needed = counted(folders, "folder")
        guard let limit = Self.setting("max_user_watches") else {
            return .limited(
                topic, needed, "the limit of watches is not to be read here (/proc is not mounted)")
        }
        let value = "\(needed), \(limit) watches for this user"
        // Other programs of the user take from the same: an editor and a sync tool watch the vault as well.
        guard folders > limit / 3 else { return .good(topic, value) }
        let meaning =
            folders > limit
            ? "the folders that are left over are looked at every few seconds instead of being watched"
            : "with an editor and a sync tool that watch the same folders it may not be enough; those that are "
                + "left over are looked at every few seconds"
        return .limited(
            topic, value, meaning,
            remedy:
                "sudo sysctl fs.inotify.max_user_watches=\(max(524_288, folders * 8)), and the same line in "
                + "/etc/sysctl.d/")
    }

    private func instances() -> HealthFinding {
        let topic = "watchInstances"
        let limit = Self.setting("max_user_instances").map { "\($0) for this user" } ?? "number unknown"
        let calls = LinuxWatchCalls()
        let queue = calls.makeQueue()
        guard queue < 0 else {
            calls.close(queue)
            return .good(topic, limit)
        }
        return .limited(
            topic, "\(limit), all in use", "nothing can be watched; the vault is looked at every few seconds",
            remedy: "sudo sysctl fs.inotify.max_user_instances=1024, or close programs that watch files")
    }

    private func sight(_ kind: FileSystemKind) -> HealthFinding {
        let topic = "watchSight"
        guard kind.isShared else { return .good(topic, "this machine alone writes here") }
        return .limited(
            topic, "other machines or programs serve this file system (\(kind.name))",
            "their changes are not told; the vault is looked at every few seconds",
            remedy: "keep the vault on a local disk, and sync it")
    }

    /// A limit of inotify(7).
    private static func setting(_ name: String) -> Int? {
        guard let file = fopen("/proc/sys/fs/inotify/\(name)", "r") else { return nil }
        defer { fclose(file) }
        var buffer = [CChar](repeating: 0, count: 32)
        guard fgets(&buffer, Int32(buffer.count), file) != nil else { return nil }
        let digits = buffer.lazy.map { UInt8(bitPattern: $0) }.prefix { 0x30...0x39 ~= $0 }
        return Int(String(decoding: Array(digits), as: UTF8.self))
    }
}
