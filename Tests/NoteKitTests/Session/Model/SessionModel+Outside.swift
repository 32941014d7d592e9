// SPDX-License-Identifier: MIT
// What other programs do to the note.

@testable import NoteKit

extension SessionModel {
    /// A text that nobody has written yet.
    mutating func token(_ writer: String) -> [UInt8] {
        tokens += 1
        return Array("\(writer)\(tokens) ".utf8)
    }

    mutating func randomFile() -> [UInt8] {
        var bytes: [UInt8] = random.oneIn(8) ? [0xEF, 0xBB, 0xBF] : []
        let ending: [UInt8] = random.oneIn(4) ? [0x0D, 0x0A] : [0x0A]
        for _ in 0..<random.below(5) { bytes += token("f") + (random.oneIn(6) ? [0x0D] : ending) }
        return bytes
    }

    mutating func outside() {
        let file = disk.files[place]
        switch random.below(16) {
        case 0: disk.files[place] = randomFile()
        case 1: counts.add("touched")
        case 2, 3: if let file { disk.files[place] = file + token("o") }
        case 4: disk.files[place] = nil
        case 5:
            // Deleted, and a moment later there again.
            disk.files[place] = nil
            hintLater(.hint)
            revived = random.oneIn(2) ? file : randomFile()
        case 6:
            if let revived {
                disk.files[place] = revived
                self.revived = nil
            }
        case 7: rename(to: place == SessionModel.path ? SessionModel.otherPath : SessionModel.path)
        case 8:
            // Out of the vault, or back.
            if let file, disk.files[SessionModel.awayPath] == nil {
                disk.files[SessionModel.awayPath] = file
                disk.files[place] = nil
            } else if let away = disk.files.removeValue(forKey: SessionModel.awayPath) {
                disk.files[place] = away
            }
        case 9: disk.files[place] = (file ?? []) + [0xFF, 0xFE, UInt8(random.below(256))]
        case 10: disk.files[place] = []
        case 11: if let file { disk.files[place] = Array(file.prefix(random.below(file.count + 1))) }
        case 12:
            // Another program saves what the session shows.
            disk.files[place] = machine.text.bytes
        case 13: if let file { disk.files[place] = file.filter { $0 != 0x0D } }
        default:
            guard var file, !file.contains(where: { $0 >= 0x80 }) else { break }
            let start = random.below(file.count + 1)
            let end = start + random.below(min(8, file.count - start) + 1)
            file.replaceSubrange(start..<end, with: token("o"))
            disk.files[place] = file
        }
        counts.add("outside")
        hintLater(.hint)
    }

    private mutating func rename(to other: NotePath) {
        guard let file = disk.files.removeValue(forKey: place) else { return }
        counts.add("renamed")
        disk.files[other] = file
        place = other
        // Never lost: whoever follows files by their identity finds them in the end.
        hints.append(.moved(to: other))
    }
}
