// SPDX-License-Identifier: MIT
// Texts that say by themselves which they are.

internal import NoteFiles
internal import NoteStore

/// The text of a number, of a note: small ones, some that take several pages.
enum StoreText {
    static func bytes(_ writer: Int, _ number: Int) -> [UInt8] {
        let size = number % 23 == 0 ? 30_000 : number % 300
        var chance = SeededRandom(seed: UInt64(writer), round: UInt64(number))
        var text = "\(writer) \(number)\n"
        while text.utf8.count < size { text += "\(chance.next()) " }
        return Array(text.utf8)
    }

    /// Which text it is; nil when it is none, or not whole.
    static func number(of bytes: [UInt8], by writer: Int) -> Int? {
        let head = bytes.prefix { $0 != 0x0A }
        let words = String(decoding: head, as: UTF8.self).split(separator: " ")
        guard words.count == 2, Int(words[0]) == writer, let number = Int(words[1]),
            self.bytes(writer, number) == bytes
        else { return nil }
        return number
    }

    static func note(_ writer: Int, _ number: Int) -> NotePath { NotePath("w\(writer)-\(number % 100).md") }

    static func keep(_ writer: Int, _ number: Int, in store: VaultStore) throws(StoreError) {
        try store.keep(
            NoteVersion(
                of: note(writer, number), bytes(writer, number), because: .replaced,
                at: FileTime(seconds: Int64(1_000_000 + number), nanoseconds: 0)))
    }

    /// The numbers of a writer's texts that are there.
    ///
    /// - Throws: `RigFailure` when one is not what was kept.
    static func present(_ writer: Int, in store: VaultStore) throws(RigFailure) -> Set<Int> {
        var present: Set<Int> = []
        for note in 0..<100 {
            do throws(StoreError) {
                for version in try store.versions(of: Self.note(writer, note)) {
                    let bytes: [UInt8]
                    do throws(StoreError) {
                        bytes = try store.bytes(of: version)
                    } catch {
                        // It was listed before it turned out to be damaged.
                        if error.code == .missing { continue }
                        throw error
                    }
                    guard let number = number(of: bytes, by: writer), number % 100 == note else {
                        throw StoreError(.damaged, store.folder, "a text is not what was kept")
                    }
                    present.insert(number)
                }
            } catch {
                throw RigFailure("\(error)")
            }
        }
        return present
    }
}
