// SPDX-License-Identifier: MIT
// A vault of any size, the same for the same number of notes.

internal import Glibc

/// Notes with sizes as real vaults have them: half below 1.6 KB, one in a hundred above 16 KB.
struct GeneratedVault {
    let folder: String
    let notes: Int

    /// Makes the vault unless it is there already.
    func make() throws(BenchError) {
        let done = folder + "/.obsidian"
        if access(done, F_OK) == 0 { return }
        print("making a vault of \(notes) notes in \(folder)")
        try directory(folder)
        var random = SplitMix(seed: UInt64(notes))
        for index in 0..<notes {
            let group = "\(folder)/group \(index / 400)"
            if index.isMultiple(of: 400) { try directory(group) }
            let place = "\(group)/folder \(index / 20)"
            if index.isMultiple(of: 20) { try directory(place) }
            try write(note(index, &random), to: "\(place)/note \(index).md")
        }
        try directory(done)
    }

    private func note(_ index: Int, _ random: inout SplitMix) -> [UInt8] {
        let ending = index.isMultiple(of: 25) ? "\r\n" : "\n"
        var text = index.isMultiple(of: 50) ? "\u{FEFF}" : ""
        text += "---\(ending)tags: [a, b]\(ending)---\(ending)# Note \(index)\(ending)"
        // Log-normal by the sum of twelve uniform numbers.
        let normal = (0..<12).reduce(-6.0) { sum, _ in sum + Double(random.next() >> 11) / Double(1 << 53) }
        let size = min(1_000_000, Int(exp(7.38 + 0.9 * normal)))
        while text.utf8.count < size {
            let word = Self.words[Int(random.next() % UInt64(Self.words.count))]
            text += word + (random.next() % 14 == 0 ? ".\(ending)" : " ")
        }
        if !index.isMultiple(of: 7) { text += ending }
        return Array(text.utf8)
    }

    private static let words = [
        "meeting", "garden", "[[note 7]]", "**plan**", "#idea", "- [ ] task", "書く", "naïve", "`code`", "the",
        "of", "and", "winter", "budget", "==mark==", "قائمة", "letter", "[a](b.md)", "river", "🌱",
    ]

    private func directory(_ path: String) throws(BenchError) {
        guard mkdir(path, 0o755) == 0 || errno == EEXIST else {
            throw BenchError("cannot make \(path): \(String(cString: strerror(errno)))")
        }
    }

    private func write(_ bytes: [UInt8], to path: String) throws(BenchError) {
        let file = creat(path, 0o644)
        guard file >= 0, Glibc.write(file, bytes, bytes.count) == bytes.count, close(file) == 0 else {
            throw BenchError("cannot write \(path): \(String(cString: strerror(errno)))")
        }
    }
}
