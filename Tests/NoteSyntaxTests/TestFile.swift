// SPDX-License-Identifier: MIT
// Reading files in tests of a target that has no files itself.

import Glibc

enum TestFile {
    struct Failure: Error {
        let path: String
        let number: Int32
    }

    static func bytes(at path: String) throws -> [UInt8] {
        guard let file = fopen(path, "r") else { throw Failure(path: path, number: errno) }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65536)
        while true {
            let count = fread(&buffer, 1, buffer.count, file)
            if count == 0 { return bytes }
            bytes += buffer[..<count]
        }
    }

    /// The paths of all files below a folder with one of some name endings, sorted.
    static func paths(below folder: String, endings: [String]) throws -> [String] {
        guard let directory = opendir(folder) else { throw Failure(path: folder, number: errno) }
        defer { closedir(directory) }
        var paths: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name.hasPrefix(".") { continue }
            if entry.pointee.d_type == UInt8(DT_DIR) {
                paths += try TestFile.paths(below: "\(folder)/\(name)", endings: endings)
            } else if endings.contains(where: name.hasSuffix) {
                paths.append("\(folder)/\(name)")
            }
        }
        return paths.sorted()
    }

    /// A folder of data that is checked in.
    static func fixtures(_ name: String, from file: StaticString = #filePath) -> String {
        let parts = "\(file)".split(separator: "/")
        let root = parts.prefix { $0 != "Tests" }.joined(separator: "/")
        return "/\(root)/Fixtures/\(name)"
    }
}
