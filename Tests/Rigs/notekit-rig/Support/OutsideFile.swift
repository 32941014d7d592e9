// SPDX-License-Identifier: MIT
// Files as any other program treats them: by path, without care.

internal import CNoteLinux
internal import Glibc

/// Plain reading, writing and listing, sharing no line with what is being tested.
enum OutsideFile {
    /// Opens, or throws with the error number.
    static func open(_ path: String, _ flags: Int32, mode: UInt32 = 0o644) throws(RigFailure) -> Int32 {
        let file = Int32(cn_openat(cn_AT_FDCWD, path, flags | cn_O_CLOEXEC, mode))
        guard file >= 0 else { throw RigFailure("open \(path): \(-file)") }
        return file
    }

    static func put(_ bytes: [UInt8], to file: Int32) throws(RigFailure) {
        guard pwrite(file, bytes, bytes.count, 0) == bytes.count else { throw RigFailure("pwrite: \(errno)") }
    }

    static func write(_ bytes: [UInt8], to path: String) throws(RigFailure) {
        let file = try open(path, O_WRONLY | O_CREAT | O_TRUNC)
        defer { close(file) }
        try put(bytes, to: file)
    }

    /// The bytes at a path; nil when nothing is there.
    static func bytes(at path: String) throws(RigFailure) -> [UInt8]? {
        let file = Int32(cn_openat(cn_AT_FDCWD, path, O_RDONLY | cn_O_CLOEXEC, 0))
        if file == -ENOENT { return nil }
        guard file >= 0 else { throw RigFailure("open \(path): \(-file)") }
        defer { close(file) }
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 16 * 1024)
        while true {
            let count = read(file, &piece, piece.count)
            guard count >= 0 else { throw RigFailure("read \(path): \(errno)") }
            if count == 0 { return bytes }
            bytes += piece.prefix(count)
        }
    }

    /// Every name in a folder, hidden ones included, sorted.
    static func names(in folder: String) throws(RigFailure) -> [String] {
        guard let stream = opendir(folder) else { throw RigFailure("opendir \(folder): \(errno)") }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    static func remove(_ path: String) throws(RigFailure) {
        guard unlink(path) == 0 else { throw RigFailure("unlink \(path): \(errno)") }
    }

    /// Removes a folder with everything in it.
    static func removeTree(_ folder: String) throws(RigFailure) {
        for name in try names(in: folder) {
            let path = "\(folder)/\(name)"
            if unlink(path) != 0 { try removeTree(path) }
        }
        guard rmdir(folder) == 0 else { throw RigFailure("rmdir \(folder): \(errno)") }
    }

    static func makeFolder(_ path: String) throws(RigFailure) {
        guard mkdir(path, 0o755) == 0 || errno == EEXIST else { throw RigFailure("mkdir \(path): \(errno)") }
    }
}
