// SPDX-License-Identifier: MIT
// Real files whose bytes and times are known, wherever they are moved.

internal import CNoteLinux
internal import Glibc
package import NoteKit

/// Files of a vault that hold their own numbers, with times of long ago.
package struct FolderWitness: Sendable {
    package let vault: NotePath
    private let count: Int

    /// Writes the files that a model holds at its top.
    package init(_ names: [NotePath], in vault: NotePath) throws(ProofFailure) {
        self.vault = vault
        count = names.count
        for (number, name) in names.enumerated() {
            let bytes = Self.bytes(number)
            let file = vault.appending(name).withCString { open($0, O_WRONLY | O_CREAT | O_EXCL, 0o644) }
            guard file >= 0 else { throw ProofFailure("'\(name)' was not made: \(errno)") }
            defer { close(file) }
            let times = Self.times(number)
            guard write(file, bytes, bytes.count) == bytes.count, futimens(file, times) == 0 else {
                throw ProofFailure("'\(name)' was not written: \(errno)")
            }
        }
    }

    /// The same for files that are there already.
    package init(of count: Int, in vault: NotePath) {
        self.vault = vault
        self.count = count
    }

    private static func bytes(_ number: Int) -> [UInt8] { Array("number \(number)\n".utf8) }

    private static func times(_ number: Int) -> [timespec] {
        let time = timespec(tv_sec: 1_000_000_000 + number, tv_nsec: number * 1001)
        return [time, time]
    }

    /// Demands that each file is there once with its bytes and its time, and answers all paths, folders too.
    package func check() throws(ProofFailure) -> Set<NotePath> {
        var found: [Int: NotePath] = [:]
        var paths: Set<NotePath> = []
        var waiting = [NotePath("")]
        let disk = NoteDisk(stateFolder: NotePath("/nowhere"))
        let calls = LinuxCalls()
        while let folder = waiting.popLast() {
            do throws(FileError) {
                for name in try disk.names(in: vault.appending(folder), where: { _ in true }) {
                    let path = folder.appending(name)
                    if path == NotePath(".obsidian") { continue }
                    paths.insert(path)
                    var facts = FileFacts()
                    _ = vault.appending(path).withCString {
                        calls.statx(cn_AT_FDCWD, $0, cn_AT_SYMLINK_NOFOLLOW, &facts)
                    }
                    if facts.kind == .directory {
                        waiting.append(path)
                        continue
                    }
                    let bytes = try disk.read(vault.appending(path)).bytes
                    let text = String(decoding: bytes.dropFirst(7).dropLast(), as: UTF8.self)
                    guard let number = Int(text), bytes == Self.bytes(number), found[number] == nil,
                        facts.modified.seconds == 1_000_000_000 + Int64(number),
                        Int(facts.modified.nanoseconds) == number * 1001
                    else {
                        throw FileError(.read, path, call: "proof", code: .other, because: "it is another")
                    }
                    found[number] = path
                }
            } catch {
                throw ProofFailure("\(error)")
            }
        }
        guard found.count == count else { throw ProofFailure("\(count - found.count) files are lost") }
        return paths
    }
}
