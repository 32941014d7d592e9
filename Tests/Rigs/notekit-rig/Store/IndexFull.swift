// SPDX-License-Identifier: MIT
// An index on a disk that is too small for it.

internal import Glibc
internal import NoteFiles
internal import NoteStore

/// Indexes a vault where there is no room for it. Every search must be answered as if there were no index, and
/// why must be told; with room for the rest of the vault, the index is complete.
struct IndexFull {
    private let folder: String
    private let vault: String

    /// - Parameter arguments: `--folder` is the top of a small file system of its own, `--vault` a new folder on
    ///   another.
    init(_ arguments: Arguments) throws(RigFailure) {
        folder = try arguments.text("folder")
        vault = try arguments.text("vault")
    }

    func run() throws(RigFailure) -> Bool {
        try OutsideFile.makeFolder(vault)
        var chance = SeededRandom(seed: 1)
        for number in 0..<1500 {
            var text = "garden \(number) [[\(number + 1)]]\n"
            while text.utf8.count < 3000 { text += String(chance.next(), radix: 36) + " " }
            try OutsideFile.write(Array(text.utf8), to: "\(vault)/\(number).md")
        }
        do {
            let index = try SearchIndex(of: NotePath(vault), stateFolder: NotePath("\(folder)/state"))
            let report = try index.refresh()
            guard report.hindrance?.code == .noSpace else {
                throw RigFailure("not for want of room: \(report.hindrance.map { "\($0)" } ?? "it fits")")
            }
            let wrong = try differences(of: index)
            for number in 40..<1500 { try OutsideFile.remove("\(vault)/\(number).md") }
            let other = try SearchIndex(of: NotePath(vault), stateFolder: NotePath("\(folder)/state"))
            let after = try other.refresh()
            let wrongAfter = try differences(of: other)
            say(
                "index-full: without room \(wrong) wrong, with room again \(wrongAfter) wrong, \(after.hindrance.map { "\($0.code)" } ?? "complete")"
            )
            return wrong + wrongAfter == 0 && after.hindrance == nil
        } catch let error as RigFailure {
            throw error
        } catch {
            throw RigFailure("\(error)")
        }
    }

    private func differences(of index: SearchIndex) throws -> Int {
        let without = try SearchIndex(of: NotePath(vault), stateFolder: NotePath("/proc/none"))
        var count = 0
        for text in ["garden 3", "GARDEN", "zz", "nothing at all", "1"] {
            let query = try SearchQuery(text)
            let (with, plain) = (try index.search(query).hits, try without.search(query).hits)
            count += Set(with).symmetricDifference(plain).count
            count += try index.links().count == without.links().count ? 0 : 1
        }
        return count
    }
}
