// SPDX-License-Identifier: MIT
// A vault to which everything happens that happens to files.

internal import Glibc
internal import NoteFiles

/// Takes random steps in a vault, and remembers what a watcher would tell of them.
struct IndexedVault {
    private let vault: String
    private var chance: SeededRandom
    /// What changed since it was last told.
    private var touched: Set<String> = []
    private var moves: [(from: String, to: String)] = []
    /// Names that lead to a file which has others: whatever happens to one happens to all.
    private var linked: Set<String> = []
    private var isComplete = true

    private static let folders = ["", "a/", "a/b/", "c \u{E9}/", "d/"]

    init(_ vault: String, seed: Int) {
        self.vault = vault
        chance = SeededRandom(seed: UInt64(seed))
        for folder in Self.folders where !folder.isEmpty { mkdir("\(vault)/\(folder)", 0o755) }
    }

    /// What happened since the last batch.
    mutating func batch() -> FolderBatch {
        defer { (touched, moves, isComplete) = ([], [], true) }
        let changes = touched.union(linked).sorted().map { FolderScan.Change.changed(NotePath($0)) }
        return FolderBatch(
            changes: changes + moves.map { .moved(from: NotePath($0.from), to: NotePath($0.to)) },
            isComplete: isComplete)
    }

    /// One step. Steps that cannot be taken are steps too.
    mutating func step() throws(RigFailure) {
        let path = name()
        switch number(20) {
        case 0...6: write(text(), to: path)
        case 7, 8: replace(path, with: text())
        case 9: append(path)
        case 10, 11:
            unlink("\(vault)/\(path)")
            touched.insert(path)
        case 12...14: move(path, to: name())
        case 15: moveFolder()
        case 16: rewrite(path)
        case 17: setTime(of: path)
        case 18: write([0xFF, 0x41, 0x0A], to: path)
        default: link(path)
        }
    }

    private mutating func number(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &chance) }

    private mutating func name() -> String {
        let folder = Self.folders[number(Self.folders.count)]
        let ending = number(20) == 0 ? ".txt" : ".md"
        return "\(folder)\(number(40) == 0 ? "." : "")n\(number(40))\(ending)"
    }

    private mutating func text() -> [UInt8] {
        let words = [
            "garden", "Stra\u{DF}e", "caf\u{E9}", "cafe\u{301}", "\u{8A08}\u{753B}", "[[n1]]",
            "[x](../a/n2.md)", "#tag",
            "- [ ] task", "# Head", "\u{3A3}\u{3AF}\u{3C3}\u{3C5}\u{3C6}\u{3BF}\u{3C2}", "\0", "![[n3#h|w]]",
            "plan",
        ]
        var text = number(5) == 0 ? "---\ntags: [t\(number(9)), u]\nstars: \(number(5))\n---\n" : ""
        for _ in 0..<number(30) {
            text += words[number(words.count)] + (number(4) == 0 ? "\r\n" : " ")
        }
        return Array((text + "\(number(1000))").utf8)
    }

    private mutating func write(_ bytes: [UInt8], to path: String) {
        touched.insert(path)
        let file = open("\(vault)/\(path)", O_WRONLY | O_CREAT | O_TRUNC, 0o644)
        guard file >= 0 else { return }
        _ = Glibc.write(file, bytes, bytes.count)
        close(file)
    }

    private mutating func replace(_ path: String, with bytes: [UInt8]) {
        let hidden = ".\(getpid()).new"
        let before = touched.contains(hidden)
        write(bytes, to: hidden)
        if !before { touched.remove(hidden) }
        rename("\(vault)/\(hidden)", "\(vault)/\(path)")
        touched.insert(path)
    }

    private mutating func append(_ path: String) {
        touched.insert(path)
        let file = open("\(vault)/\(path)", O_WRONLY | O_APPEND)
        guard file >= 0 else { return }
        _ = Glibc.write(file, "more", 4)
        close(file)
    }

    private mutating func move(_ old: String, to new: String) {
        guard rename("\(vault)/\(old)", "\(vault)/\(new)") == 0 else { return }
        if linked.contains(old) { linked.insert(new) }
        moves.append((old, new))
    }

    private mutating func moveFolder() {
        rename("\(vault)/d", "\(vault)/a/e")
        if number(2) == 0 { rename("\(vault)/a/e", "\(vault)/d") }
        mkdir("\(vault)/d", 0o755)
        isComplete = false
    }

    /// Puts other bytes of one length into a note, twice within a tick of the clock.
    private mutating func rewrite(_ path: String) {
        let bytes = text()
        write(bytes, to: path)
        write(Array(bytes.reversed().map { $0 & 0x7F }), to: path)
    }

    private mutating func setTime(of path: String) {
        touched.insert(path)
        let time = timespec(tv_sec: 1_700_000_000 + number(3), tv_nsec: 0)
        utimensat(AT_FDCWD, "\(vault)/\(path)", [time, time], 0)
    }

    private mutating func link(_ path: String) {
        let other = name()
        if number(2) == 0 {
            Glibc.link("\(vault)/\(path)", "\(vault)/\(other)")
        } else {
            symlink("\(vault)/\(path)", "\(vault)/\(other)")
        }
        linked.formUnion([path, other])
        touched.insert(other)
        // What a link leads to may have links of its own: only a look tells.
        if number(3) == 0 { isComplete = false }
    }
}
