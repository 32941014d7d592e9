// SPDX-License-Identifier: MIT
// What `git merge-file` makes of three texts.

import Glibc

/// Runs the program in a folder of its own.
final class GitMerge {
    struct Result {
        /// The merged text.
        let bytes: [UInt8]
        /// 0 for a clean merge, the number of conflicts, or 255 for texts that are refused.
        let status: Int
    }

    struct Failure: Error {
        let number: Int32
    }

    private let folder: String

    init() throws {
        var template = Array("/tmp/notekit-merge-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw Failure(number: errno) }
        folder = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    deinit {
        for name in ["base", "mine", "theirs", "merged"] { unlink("\(folder)/\(name)") }
        rmdir(folder)
    }

    func merge(base: [UInt8], mine: [UInt8], theirs: [UInt8]) throws -> Result {
        try write(base, "base")
        try write(mine, "mine")
        try write(theirs, "theirs")
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 1, "\(folder)/merged", O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
        let words = [
            "git", "merge-file", "-p", "\(folder)/mine", "\(folder)/base", "\(folder)/theirs",
        ]
        var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) }
        arguments.append(nil)
        defer { for argument in arguments { free(argument) } }
        var process: pid_t = 0
        let failure = posix_spawnp(&process, "git", &actions, nil, arguments, environ)
        guard failure == 0 else { throw Failure(number: failure) }
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0 {
            guard errno == EINTR else { throw Failure(number: errno) }
        }
        return Result(bytes: try read("merged"), status: Int(status >> 8 & 0xFF))
    }

    private func write(_ bytes: [UInt8], _ name: String) throws {
        guard let file = fopen("\(folder)/\(name)", "w") else { throw Failure(number: errno) }
        defer { fclose(file) }
        guard fwrite(bytes, 1, bytes.count, file) == bytes.count else { throw Failure(number: errno) }
    }

    private func read(_ name: String) throws -> [UInt8] { try TestFile.bytes(at: "\(folder)/\(name)") }
}
