// SPDX-License-Identifier: MIT
// Folders and names as any other program treats them.

internal import CNoteLinux
internal import Glibc

/// Plain calls on a tree. Each answers whether it worked: a random step may well be impossible.
enum OutsideTree {
    static func write(_ text: String, to path: String, _ flags: Int32 = O_CREAT | O_TRUNC) -> Bool {
        let file = Int32(cn_openat(cn_AT_FDCWD, path, O_WRONLY | flags | cn_O_CLOEXEC, 0o644))
        guard file >= 0 else { return false }
        defer { close(file) }
        let bytes = Array(text.utf8)
        return Glibc.write(file, bytes, bytes.count) == bytes.count
    }

    /// Saves as a careful editor does.
    static func save(_ text: String, to path: String, through temporary: String) -> Bool {
        write(text, to: temporary) && Glibc.rename(temporary, path) == 0
    }

    /// Writes as many bytes as were there and sets the old modification time again.
    static func writeSecretly(_ letter: String, to path: String) -> Bool {
        var facts = stat()
        guard stat(path, &facts) == 0 else { return false }
        let text = String(repeating: letter, count: Int(facts.st_size))
        guard write(text, to: path, 0) else { return false }
        var times = [facts.st_atim, facts.st_mtim]
        return utimensat(cn_AT_FDCWD, path, &times, 0) == 0
    }

    static func makeFolder(_ path: String) -> Bool { mkdir(path, 0o755) == 0 }

    static func exchange(_ one: String, _ other: String) -> Bool {
        cn_renameat2(cn_AT_FDCWD, one, cn_AT_FDCWD, other, cn_RENAME_EXCHANGE) == 0
    }

    /// Removes a file, a link, or a folder with everything in it.
    @discardableResult
    static func removeAll(_ path: String) -> Bool {
        if unlink(path) == 0 { return true }
        guard errno == EISDIR || errno == EPERM, let stream = opendir(path) else { return false }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        closedir(stream)
        for name in names { removeAll(path + "/" + name) }
        return rmdir(path) == 0
    }
}
