// SPDX-License-Identifier: MIT
// A store whose file rots: bits flip at random.

internal import Glibc
internal import NoteFiles
internal import NoteStore

/// Flips bits of the database, by chance, many times over. A text that is answered must be the one that was
/// kept; no more may be lost than the pages with the flipped bits held; and the store must go on.
struct StoreFlips {
    private let folder: String
    private let seeds: Int
    private let seed: Int
    private static let versions = 400

    init(_ arguments: Arguments) throws(RigFailure) {
        folder = try arguments.text("folder")
        seeds = try arguments.number("seeds", else: 1_000)
        seed = try arguments.number("seed", else: 1)
    }

    func run() throws(RigFailure) -> Bool {
        let place = try fill()
        let whole = try OutsideFile.bytes(at: "\(place)/store.sqlite") ?? []
        guard whole.count > 100_000 else { throw RigFailure("the store was not closed") }
        var (lost, most, mended, bad) = (0, 0, 0, 0)
        for round in 0..<seeds {
            var chance = SeededRandom(seed: UInt64(seed), round: UInt64(round))
            var bytes = whole
            let flips = 1 << Int.random(in: 0...5, using: &chance)
            for _ in 0..<flips {
                bytes[Int.random(in: 0..<bytes.count, using: &chance)] ^=
                    1 << UInt8.random(in: 0..<8, using: &chance)
            }
            try clear(place)
            try OutsideFile.write(bytes, to: "\(place)/store.sqlite")
            let notices = NoticeCount()
            let store = try StoreStage.store(folder) { _ in notices.add() }
            do throws(StoreError) { try store.check() } catch { throw RigFailure("seed \(round): \(error)") }
            let missing = Self.versions - (try StoreText.present(1, in: store)).count
            lost += missing
            most = max(most, missing)
            if notices.count > 0 { mended += 1 }
            // A page holds at most about fifty rows, and each of them may be one of a version.
            if missing > flips * 50 { bad += 1 }
            do throws(StoreError) {
                try StoreText.keep(2, round, in: store)
            } catch {
                throw RigFailure("seed \(round): \(error)")
            }
        }
        say(
            """
            store-flips: \(seeds) times 1 to 32 bits of \(whole.count) bytes with \(Self.versions) versions, seed \
            \(seed): 0 wrong texts, \(lost) versions lost in all, \(most) at most at once, mended \(mended) \
            times, \(bad) times more lost than the pages held
            """)
        return bad == 0
    }

    private func fill() throws(RigFailure) -> String {
        let store = try StoreStage.store(folder)
        for number in 0..<Self.versions {
            do throws(StoreError) {
                try StoreText.keep(1, number, in: store)
            } catch {
                throw RigFailure("\(error)")
            }
        }
        return store.folder.description
    }

    /// Removes what earlier rounds left.
    private func clear(_ place: String) throws(RigFailure) {
        for name in try OutsideFile.names(in: place) where name.hasPrefix("store") {
            unlink("\(place)/\(name)")
        }
    }
}
