// SPDX-License-Identifier: MIT
// The simulated disk against the real one: the same calls must get the same answers.

import CNoteLinux
import Foundation
import Glibc
import NoteFiles
import Testing

@Suite("The simulated disk")
struct SimulatedDiskTests {
    /// A folder on both disks, and what is open on each.
    private struct Pair {
        let folder: TemporaryFolder
        let simulated: SimulatedDisk
        let real = LinuxCalls()
        var files: [(simulated: Int32, real: Int32)] = []

        init() throws {
            folder = try TemporaryFolder()
            let user = DiskState.User(id: geteuid(), group: getegid())
            var image = DiskImage()
            image.addFolder(folder.path, owner: user.id)
            image.addFolder(folder.vault, mode: 0o755, owner: user.id)
            simulated = SimulatedDisk(image, user: user)
        }

        /// Makes a call on both disks and answers both results.
        func both<Answer>(_ call: (any FileCalls) -> Answer) -> (Answer, Answer) {
            (call(simulated), call(real))
        }
    }

    @Test("answers any sequence of calls as the kernel does", arguments: 0..<200)
    func agreesWithKernel(seed: Int) throws {
        var pair = try Pair()
        var random = SeededGenerator(seed: UInt64(seed))
        var story: [String] = []
        for _ in 0..<60 {
            let (what, simulated, real) = step(&pair, &random)
            story.append("\(what) -> \(simulated)")
            if simulated != real {
                Issue.record("seed \(seed): \(what): simulated \(simulated), kernel \(real)\n\(story)")
                break
            }
        }
        for file in pair.files {
            _ = pair.simulated.close(file.simulated)
            _ = pair.real.close(file.real)
        }
        #expect(pair.simulated.openCount == 0)
        let names = pair.both { calls in (try? calls.names(in: pair.folder.vault)) ?? [] }
        #expect(names.0 == names.1)
        for name in names.0 {
            let path = pair.folder.vault.appending(name)
            let facts = pair.both { calls in (try? calls.facts(of: path)).flatMap { $0 } }
            #expect(facts.0.map(comparable) == facts.1.map(comparable), "\(name)")
            guard facts.0?.kind == .file else { continue }
            let bytes = pair.both { calls in (try? calls.contents(of: path)).flatMap { $0 } }
            #expect(bytes.0 == bytes.1, "\(name)")
        }
    }

    /// Facts that both disks must agree on. How a folder counts its size and links is its own affair.
    private func comparable(_ facts: FileFacts) -> [Int] {
        let isFolder = facts.kind == .directory
        return [
            Int(facts.mode), Int(facts.owner), Int(facts.group), isFolder ? 0 : Int(facts.links),
            isFolder ? 0 : facts.size,
        ]
    }

    private let names = ["a", "b", "c", "d", "d/e", "d/f", "gone/f", "a/g"]

    private func step(_ pair: inout Pair, _ random: inout SeededGenerator) -> (String, Int, Int) {
        let name = names.randomElement(using: &random) ?? "a"
        let other = names.randomElement(using: &random) ?? "b"
        let one = pair.folder.vault.appending(NotePath(name))
        let two = pair.folder.vault.appending(NotePath(other))
        let atCurrent = cn_AT_FDCWD
        let file = pair.files.randomElement(using: &random)
        func named(_ what: String, _ call: (any FileCalls, UnsafePointer<CChar>) -> Int32) -> (
            String, Int, Int
        ) {
            let answers = pair.both { calls in one.withCString { call(calls, $0) } }
            return ("\(what) \(name)", Int(answers.0), Int(answers.1))
        }
        func opened(
            _ what: String, _ call: (any FileCalls, Int32) -> Int
        ) -> (String, Int, Int) {
            guard let file else { return ("nothing", 0, 0) }
            return (
                "\(what) \(file.simulated)", call(pair.simulated, file.simulated), call(pair.real, file.real)
            )
        }
        switch Int.random(in: 0..<26, using: &random) {
        case 0...4:
            var flags = [O_RDONLY, O_RDWR, O_WRONLY].randomElement(using: &random) ?? O_RDONLY
            for flag in [O_CREAT, O_EXCL, cn_O_NOFOLLOW, cn_O_DIRECTORY, cn_O_PATH, cn_O_NOATIME]
            where Int.random(in: 0..<4, using: &random) == 0 { flags |= flag }
            // What O_CREAT means together with these differs between kernel releases.
            if flags & (cn_O_DIRECTORY | cn_O_PATH) != 0 { flags &= ~(O_CREAT | O_EXCL) }
            if flags & O_CREAT == 0 { flags &= ~O_EXCL }
            if Int.random(in: 0..<6, using: &random) == 0 { flags = cn_O_TMPFILE | O_RDWR }
            let answers = pair.both { calls in
                one.withCString { calls.openat(atCurrent, $0, flags | O_NONBLOCK, 0o640 & ~0o022) }
            }
            if answers.0 >= 0, answers.1 >= 0 { pair.files.append(answers) }
            return ("open \(name) \(String(flags, radix: 8))", min(0, Int(answers.0)), min(0, Int(answers.1)))
        case 5:
            guard let index = pair.files.indices.randomElement(using: &random) else {
                return ("nothing", 0, 0)
            }
            let file = pair.files.remove(at: index)
            return ("close", Int(pair.simulated.close(file.simulated)), Int(pair.real.close(file.real)))
        case 6...7:
            let offset = Int.random(in: 0..<900, using: &random)
            let bytes = [UInt8](repeating: UInt8.random(in: 1...9, using: &random), count: 300)
            return opened("write at \(offset)") { calls, file in
                bytes.withUnsafeBytes { calls.pwrite(file, $0, offset) }
            }
        case 8:
            return opened("read") { calls, file in
                var buffer = [UInt8](repeating: 0, count: 2_000)
                let count = buffer.withUnsafeMutableBytes { calls.pread(file, $0, 10) }
                return count < 0 ? count : buffer.prefix(count).reduce(count) { ($0 &* 31) &+ Int($1) }
            }
        case 9:
            let size = Int.random(in: 0..<1_000, using: &random)
            return opened("truncate \(size)") { calls, file in Int(calls.ftruncate(file, size)) }
        case 10: return opened("fsync") { calls, file in Int(calls.fsync(file)) }
        case 11:
            let answers = pair.both { calls in
                one.withCString { from in two.withCString { calls.linkat(atCurrent, from, atCurrent, $0) } }
            }
            return ("link \(name) \(other)", Int(answers.0), Int(answers.1))
        case 12:
            return opened("link open file to \(name)") { calls, file in
                one.withCString { Int(calls.linkOpenFile(file, atCurrent, $0)) }
            }
        case 13...15:
            let kinds: [UInt32] = [0, cn_RENAME_NOREPLACE, cn_RENAME_EXCHANGE]
            let flags = kinds.randomElement(using: &random) ?? 0
            let answers = pair.both { calls in
                one.withCString { from in
                    two.withCString { calls.renameat2(atCurrent, from, atCurrent, $0, flags) }
                }
            }
            return ("rename \(name) \(other) \(flags)", Int(answers.0), Int(answers.1))
        case 16: return named("unlink") { $0.unlinkat(atCurrent, $1) }
        case 17: return named("mkdir") { $0.mkdirat(atCurrent, $1, 0o700) }
        case 18:
            return named("readlink") { calls, name in
                var buffer = [UInt8](repeating: 0, count: 100)
                return Int32(buffer.withUnsafeMutableBytes { calls.readlinkat(atCurrent, name, $0) })
            }
        case 19:
            return named("statx") { calls, name in
                var facts = FileFacts()
                let answer = calls.statx(atCurrent, name, cn_AT_SYMLINK_NOFOLLOW, &facts)
                return answer < 0
                    ? answer : Int32(truncatingIfNeeded: comparable(facts).reduce(0) { $0 &* 31 &+ $1 })
            }
        case 20:
            let mode = [0o600, 0o4755, 0o2711, 0o2644].randomElement(using: &random) ?? 0o600
            return opened("chmod \(String(mode, radix: 8))") { calls, file in
                Int(calls.fchmod(file, UInt32(mode)))
            }
        case 21:
            return opened("chown") { calls, file in
                Int(calls.fchown(file, .max, geteuid() == 0 ? 65_534 : .max))
            }
        case 22:
            let attribute = ["user.one", "user.two"].randomElement(using: &random) ?? "user.one"
            return opened("set \(attribute)") { calls, file in
                [UInt8(1), 2].withUnsafeBytes { Int(calls.fsetxattr(file, attribute, $0)) }
            }
        case 23:
            return opened("get and remove user.one") { calls, file in
                var buffer = [UInt8](repeating: 0, count: 1)
                let empty = calls.fgetxattr(
                    file, "user.one", UnsafeMutableRawBufferPointer(start: nil, count: 0))
                let short = buffer.withUnsafeMutableBytes { calls.fgetxattr(file, "user.one", $0) }
                return empty * 1_000_000 + short * 1_000 + Int(calls.fremovexattr(file, "user.one"))
            }
        case 24:
            return opened("lease") { calls, file in
                let answer = calls.takeLease(file, .read)
                guard answer >= 0 else { return Int(answer) }
                let held = calls.leaseIsUnbroken(file, .read)
                calls.releaseLease(file, answer)
                return held ? 1 : 0
            }
        default:
            return opened("lock") { calls, file in Int(calls.lockExclusively(file)) }
        }
    }

    @Test("lists a folder in records of the kernel's own form")
    func listing() throws {
        let pair = try Pair()
        let expected = (0..<300).map { NotePath("note \($0) " + String(repeating: "é", count: $0 % 90)) }
        for name in expected {
            for calls in [pair.simulated, pair.real] as [any FileCalls] {
                try calls.rewrite(pair.folder.vault.appending(name), with: [1])
            }
        }
        #expect(try pair.simulated.names(in: pair.folder.vault) == expected.sorted())
        #expect(try pair.real.names(in: pair.folder.vault) == expected.sorted())
    }
}
