// SPDX-License-Identifier: MIT
// A store that a killed process has left behind, and whose files rot: the database, its log, its shared memory.

internal import Glibc
internal import NoteFiles
internal import NoteStore

/// Flips bits, clears pages, writes nonsense and cuts files off, by chance, many times over. A text that is answered
/// must be the one that was kept; where one is gone somebody must have been told; and the next opening must find
/// the same and say nothing.
struct StoreDamage {
    private let folder: String
    private let seeds: Int
    private let seed: Int
    private static let versions = 200
    private static let names = ["store.sqlite", "store.sqlite-wal", "store.sqlite-shm"]

    init(_ arguments: Arguments) throws(RigFailure) {
        folder = try arguments.text("folder")
        seeds = try arguments.number("seeds", else: 1_000)
        seed = try arguments.number("seed", else: 1)
    }

    func run() throws(RigFailure) -> Bool {
        var (lost, losses, mended, silent, changed) = (0, 0, 0, 0, 0)
        let (place, whole) = try fill()
        for round in 0..<seeds {
            var chance = SeededRandom(seed: UInt64(seed), round: UInt64(round))
            try put(damaged(whole, &chance), in: place)
            let notices = NoticeCount()
            let found = try present(round, notices)
            let told = notices.count
            let missing = Self.versions - found.count
            lost += missing
            losses += missing > 0 ? 1 : 0
            mended += told > 0 ? 1 : 0
            silent += missing > 0 && told == 0 ? 1 : 0
            let again = try present(round, notices)
            changed += again != found || notices.count != told ? 1 : 0
        }
        say(
            """
            store-damage: \(seeds) times 1 to 3 damages to the database, its log or its shared memory with \
            \(Self.versions) versions, seed \(seed): 0 wrong texts, \(lost) versions lost in \(losses) rounds, mended \
            \(mended) times, \(silent) times lost without a word, \(changed) times other at the next opening
            """)
        return silent + changed == 0
    }

    private func present(_ round: Int, _ notices: NoticeCount) throws(RigFailure) -> Set<Int> {
        let store = try StoreStage.store(folder) { _ in notices.add() }
        do throws(StoreError) { try store.check() } catch { throw RigFailure("seed \(round): \(error)") }
        return try StoreText.present(1, in: store)
    }

    /// Half of the versions in the database, half in the log.
    private func fill() throws(RigFailure) -> (place: String, files: [String: [UInt8]]) {
        try keep(0..<Self.versions / 2, in: StoreStage.store(folder))
        let store = try StoreStage.store(folder)
        try keep(Self.versions / 2..<Self.versions, in: store)
        let place = store.folder.description
        var files: [String: [UInt8]] = [:]
        for name in Self.names + ["reached"] { files[name] = try OutsideFile.bytes(at: "\(place)/\(name)") }
        guard files["store.sqlite-wal"] != nil else { throw RigFailure("the log of the store is not there") }
        return (place, files)
    }

    private func keep(_ numbers: Range<Int>, in store: VaultStore) throws(RigFailure) {
        for number in numbers {
            do throws(StoreError) {
                try StoreText.keep(1, number, in: store)
            } catch {
                throw RigFailure("\(error)")
            }
        }
    }

    private func damaged(_ files: [String: [UInt8]], _ chance: inout SeededRandom) -> [String: [UInt8]] {
        var files = files
        for _ in 0...Int.random(in: 0..<3, using: &chance) {
            let name = Self.names[Int.random(in: 0..<Self.names.count, using: &chance)]
            guard var bytes = files[name], !bytes.isEmpty else { continue }
            let place = Int.random(in: 0..<bytes.count, using: &chance)
            switch Int.random(in: 0..<4, using: &chance) {
            case 0: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &chance)
            case 1:
                let start = place / 4096 * 4096
                for index in start..<min(start + 4096, bytes.count) { bytes[index] = 0 }
            case 2:
                for index in place..<min(place + 600, bytes.count) {
                    bytes[index] = UInt8.random(in: 0...255, using: &chance)
                }
            default: bytes = Array(bytes.prefix(place))
            }
            files[name] = bytes
        }
        return files
    }

    private func put(_ files: [String: [UInt8]], in place: String) throws(RigFailure) {
        for name in try OutsideFile.names(in: place) where name.hasPrefix("store") {
            unlink("\(place)/\(name)")
        }
        for (name, bytes) in files { try OutsideFile.write(bytes, to: "\(place)/\(name)") }
    }
}
