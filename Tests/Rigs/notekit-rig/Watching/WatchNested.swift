// SPDX-License-Identifier: MIT
// Folders made and filled before anybody can watch them.

internal import CNoteLinux
internal import Glibc
internal import NoteFiles

/// Three nested folders and a note in the last, over and over; every note must be found, and told once.
struct WatchNested {
    let folder: String
    let notes: Int
    let arm: String

    init(_ arguments: Arguments) throws(RigFailure) {
        folder = try arguments.text("folder")
        notes = try arguments.number("notes")
        arm = try arguments.text("arm", else: "watcher")
    }

    /// The watcher must miss none, a watcher that sets watches and lists nothing must miss some.
    func run() async throws(RigFailure) -> Bool {
        try OutsideFile.makeFolder(folder)
        let missed = arm == "watcher" ? try await watcher() : try onlyWatching()
        say("\(notes) nested notes, \(arm): \(missed) missed; \(Place(folder))")
        return (missed == 0) == (arm == "watcher")
    }

    private func make() throws(RigFailure) {
        for number in 0..<notes {
            var path = folder
            for name in ["\(number % 100)", "a\(number)", "b", "c"] {
                path += "/" + name
                _ = OutsideTree.makeFolder(path)
            }
            guard OutsideTree.write("x", to: path + "/n.md") else { throw RigFailure("no note \(number)") }
        }
    }

    private func watcher() async throws(RigFailure) -> Int {
        let watcher = FolderWatcher(of: NotePath(folder), matching: WatchedVault.isNote)
        let batches = watcher.batches(limit: 1_000_000)
        let task = Task { try await watcher.run() }
        defer { task.cancel() }
        do {
            var list = ToldList(try await watcher.notes())
            try make()
            let listed = try await watcher.notes().count
            for batch in batches.take() { if let fault = list.take(batch) { throw RigFailure(fault) } }
            guard list.told == list.paths.count else { throw RigFailure("told \(list.told) times") }
            return notes - min(listed, list.paths.count)
        } catch {
            throw RigFailure("\(error)")
        }
    }

    /// What many programs do: a watch for each new folder, and no look into it.
    private func onlyWatching() throws(RigFailure) -> Int {
        let naive = try NaiveWatcher(folder)
        try make()
        naive.stop()
        return notes - naive.found
    }
}
