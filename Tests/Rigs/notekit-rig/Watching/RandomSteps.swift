// SPDX-License-Identifier: MIT
// Random things that programs do to a tree of notes.

internal import Glibc

/// A tree that changes at random, below one folder, with a place outside for what is moved away.
struct RandomSteps {
    let vault: String
    let outside: String
    var random: SeededRandom
    private var serial = 0

    init(vault: String, outside: String, random: SeededRandom) {
        self.vault = vault
        self.outside = outside
        self.random = random
    }

    private mutating func chance(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }

    /// The path of a folder, at most three deep, that may or may not be there.
    private mutating func folder() -> String {
        var path = vault
        for _ in 0..<chance(4) { path += "/d\(chance(4))" }
        return path
    }

    private mutating func note() -> String { folder() + "/n\(chance(5)).md" }

    private mutating func text() -> String {
        serial += 1
        return String(repeating: "\(serial) ", count: 1 + chance(4))
    }

    /// Does something. Returns what, for a report.
    mutating func step() -> String {
        let (one, other) = (note(), note())
        switch chance(34) {
        case 0...4:
            _ = OutsideTree.write(text(), to: one)
            return "write \(one)"
        case 5...6:
            _ = OutsideTree.write(text(), to: one, O_APPEND)
            return "append \(one)"
        case 7:
            _ = OutsideTree.writeSecretly(
                "abcdefgh".randomElement(using: &random).map(String.init) ?? "x", to: one)
            return "secretly \(one)"
        case 8...9:
            _ = OutsideTree.save(text(), to: one, through: one + ".tmp")
            return "save \(one)"
        case 10:
            let hidden = one.replacingLast("/", by: "/.")
            _ = OutsideTree.write(text(), to: hidden)
            _ = OutsideTree.exchange(hidden, one)
            unlink(hidden)
            return "exchange hidden \(one)"
        case 11:
            _ = OutsideTree.save(text(), to: one, through: other)
            return "save \(one) through \(other)"
        case 12...13:
            _ = rename(one, other)
            return "rename \(one) \(other)"
        case 14:
            _ = OutsideTree.exchange(one, other)
            return "exchange \(one) \(other)"
        case 15...16:
            unlink(one)
            return "delete \(one)"
        case 17:
            unlink(one)
            _ = OutsideTree.write(text(), to: one)
            return "replace \(one)"
        case 18...20:
            var path = vault
            for _ in 0...chance(3) {
                path += "/d\(chance(4))"
                _ = OutsideTree.makeFolder(path)
            }
            _ = OutsideTree.write(text(), to: path + "/n\(chance(5)).md")
            return "nested \(path)"
        case 21...22:
            let (from, to) = (folder(), folder())
            if from != vault, to != vault { _ = rename(from, to) }
            return "rename folder \(from) \(to)"
        case 23:
            let (from, to) = (folder(), folder())
            if from != vault, to != vault { _ = OutsideTree.exchange(from, to) }
            return "exchange folders \(from) \(to)"
        case 24:
            let path = folder()
            if path != vault { OutsideTree.removeAll(path) }
            return "remove folder \(path)"
        case 25:
            let path = folder()
            if path != vault { _ = rename(path, outside + "/m\(chance(3))") }
            return "move out \(path)"
        case 26:
            let path = folder()
            if path != vault { _ = rename(outside + "/m\(chance(3))", path) }
            return "move in \(path)"
        case 27:
            _ = link(one, other)
            return "hard link \(one) \(other)"
        case 28:
            let path = folder() + "/l\(chance(2))" + (chance(2) == 0 ? ".md" : "")
            unlink(path)
            let targets = [
                one, folder(), outside, outside + "/m\(chance(3))", "../d\(chance(4))", "n0.md", "none",
            ]
            let target = targets[chance(targets.count)]
            if chance(3) > 0 { _ = symlink(target, path) }
            return "link \(path) to \(target)"
        case 29:
            let path = folder()
            if path != vault { _ = rename(path, path.replacingLast("/", by: "/.")) }
            return "hide \(path)"
        case 30:
            let path = folder()
            if path != vault { _ = rename(path.replacingLast("/", by: "/."), path) }
            return "unhide \(path)"
        case 31:
            _ = chmod(one, chance(2) == 0 ? 0o600 : 0o644)
            return "chmod \(one)"
        case 32:
            _ = OutsideTree.write(text(), to: outside + "/m\(chance(3))/n\(chance(5)).md")
            return "write outside"
        default:
            _ = OutsideTree.write(text(), to: folder() + "/other.txt")
            return "other file"
        }
    }
}

extension String {
    /// This text with the last place of one text filled by another.
    fileprivate func replacingLast(_ text: Character, by other: String) -> String {
        guard let place = lastIndex(of: text) else { return self }
        return String(self[..<place]) + other + String(self[index(after: place)...])
    }
}
