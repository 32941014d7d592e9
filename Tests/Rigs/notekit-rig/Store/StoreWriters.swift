// SPDX-License-Identifier: MIT
// Several processes that keep versions in one store at once.

internal import Glibc
internal import NoteFiles
internal import NoteStore

/// Two processes, each of which keeps so many versions; none may be lost, and none refused.
struct StoreWriters {
    private let folder: String
    private let writes: Int

    init(_ arguments: Arguments) throws(RigFailure) {
        folder = try arguments.text("folder")
        writes = try arguments.number("writes", else: 10_000)
    }

    func run() throws(RigFailure) -> Bool {
        let clock = Stopwatch()
        var companions: [Companion] = []
        for writer in 1...2 {
            companions.append(
                try Companion(arguments: [
                    "store-writer", "--folder", folder, "--writer", "\(writer)", "--writes", "\(writes)",
                ]))
        }
        // Each ends badly when a single write was refused.
        for companion in companions { try companion.finish() }
        let seconds = clock.seconds
        let store = try StoreStage.store(folder)
        var lost = 0
        for writer in 1...2 {
            lost += Set(0..<writes).subtracting(try StoreText.present(writer, in: store)).count
        }
        do throws(StoreError) { try store.check() } catch { throw RigFailure("\(error)") }
        say(
            "store-writers: 2 processes, \(writes) writes each in \(seconds) s on \(Place(folder)): \(lost) lost, 0 refused"
        )
        return lost == 0
    }

    /// The one process.
    static func write(_ arguments: Arguments) throws(RigFailure) {
        let store = try StoreStage.store(try arguments.text("folder"))
        let writer = try arguments.number("writer")
        for number in 0..<(try arguments.number("writes")) {
            do throws(StoreError) {
                try StoreText.keep(writer, number, in: store)
            } catch {
                throw RigFailure("write \(number) of writer \(writer): \(error)")
            }
        }
    }
}

/// The vault and the store of a rig.
enum StoreStage {
    static func store(
        _ folder: String, notify: @escaping @Sendable (StoreNotice) -> Void = { _ in }
    ) throws(RigFailure) -> VaultStore {
        for name in [folder, "\(folder)/vault"] {
            guard mkdir(name, 0o755) == 0 || errno == EEXIST else {
                throw RigFailure("mkdir \(name): \(errno)")
            }
        }
        do throws(StoreError) {
            return try VaultStore(
                of: NotePath("\(folder)/vault"), stateFolder: NotePath("\(folder)/state"), notify: notify)
        } catch {
            throw RigFailure("\(error)")
        }
    }
}

/// Whole seconds since it was made.
private struct Stopwatch {
    private let start = time(nil)
    var seconds: Int { time(nil) - start }
}
