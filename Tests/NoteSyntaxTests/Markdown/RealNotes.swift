// SPDX-License-Identifier: MIT
// Notes of a folder that the environment names, for the tests that want real ones.

import Foundation

/// The notes below the folder that `NOTEKIT_NOTES` names.
enum RealNotes {
    static let folder = ProcessInfo.processInfo.environment["NOTEKIT_NOTES"]

    /// How many times a test repeats itself: `NOTEKIT_ROUNDS`.
    static let rounds = ProcessInfo.processInfo.environment["NOTEKIT_ROUNDS"].flatMap { Int($0) } ?? 2_000

    /// The bytes of all notes, sorted by path.
    static func all() throws -> [[UInt8]] {
        guard let folder, let paths = FileManager.default.enumerator(atPath: folder) else { return [] }
        let names = paths.compactMap { $0 as? String }.filter { $0.lowercased().hasSuffix(".md") }.sorted()
        return try names.map {
            try Array(Data(contentsOf: URL(fileURLWithPath: folder).appendingPathComponent($0)))
        }
    }
}
