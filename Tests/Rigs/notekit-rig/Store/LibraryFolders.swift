// SPDX-License-Identifier: MIT
// Folders that change at random: in memory, on the disk, and under kill -9.

internal import Glibc
internal import LibraryProof
internal import NoteKit
internal import NoteLibrary

/// Changes folders at random, and demands that the tree stays a tree and that every file keeps its bytes and time.
struct LibraryFolders {
    private let folder: String
    private let steps: Int
    private let seed: Int
    private let kills: Int
    private static let fileCount = 40

    init(_ arguments: Arguments) throws(RigFailure) {
        folder = try arguments.text("folder", else: "")
        steps = try arguments.number("steps", else: 1000)
        seed = try arguments.number("seed", else: 1)
        kills = try arguments.number("kills", else: 100)
    }

    private var vault: NotePath { NotePath("\(folder)/vault") }
    private var state: NotePath { NotePath("\(folder)/state") }

    private func proving<Result>(_ body: () throws -> Result) throws(RigFailure) -> Result {
        do {
            return try body()
        } catch {
            throw RigFailure("\(error)")
        }
    }

    // MARK: - In memory

    func runInMemory() throws(RigFailure) -> Bool {
        try proving {
            var folders = try RandomFolders(seed: UInt64(seed))
            try folders.run(steps, checkingEvery: 100)
            say(
                """
                library-model: \(steps) random changes of folders, seed \(seed): \(folders.changes) made, \
                \(folders.refusals) refused with their reasons; a tree after each 100, 0 files lost, 0 replaced
                """)
        }
        return true
    }

    // MARK: - On the disk

    private func prepare() throws -> (RandomFolders, FolderWitness) {
        for place in [folder, vault.description, "\(vault)/.obsidian"] { mkdir(place, 0o755) }
        let folders = try RandomFolders(seed: UInt64(seed), files: Self.fileCount)
        let names = folders.model.everything().sorted { $0.node.number < $1.node.number }.map(\.path)
        return (folders, try FolderWitness(names, in: vault))
    }

    private func hierarchy() throws -> FolderHierarchy {
        FolderHierarchy(
            try OperationRunner(of: vault, stateFolder: state, keeper: StoreVersionKeeper(stateFolder: state))
        )
    }

    func runOnDisk() throws(RigFailure) -> Bool {
        try proving {
            var (folders, witness) = try prepare()
            let hierarchy = try hierarchy()
            for step in 1...steps {
                let request = folders.request()
                let isPossible = try folders.carryOut(request)
                var refusal: LibraryError?
                do throws(LibraryError) {
                    refusal = try request.carryOut(hierarchy).refusals.first
                } catch {
                    refusal = error
                }
                guard isPossible == (refusal == nil) else {
                    throw ProofFailure("step \(step), \(request): \(refusal.map { "\($0)" } ?? "was done")")
                }
                if step.isMultiple(of: 50) || step == steps {
                    guard try witness.check() == Set(folders.model.everything().map(\.path)) else {
                        throw ProofFailure("step \(step), \(request): the disk is not what memory is")
                    }
                }
            }
            say(
                """
                library-folders: \(steps) random changes of folders, seed \(seed), on \(Place(folder)): every \
                file with its bytes and time where it was expected
                """)
        }
        return true
    }

    // MARK: - Killed

    func runKills() throws(RigFailure) -> Bool {
        try proving {
            let (_, witness) = try prepare()
            var chance = SeededRandom(seed: UInt64(seed))
            var (finished, takenBack) = (0, 0)
            for round in 0..<kills {
                try kill(round, after: Int.random(in: 10_000...200_000, using: &chance))
                for outcome in try hierarchy().runner.finishInterrupted() {
                    if outcome.isTakenBack { takenBack += 1 } else { finished += 1 }
                }
                _ = try witness.check()
                guard try hierarchy().runner.finishInterrupted().isEmpty else {
                    throw ProofFailure("round \(round): something is left to be finished")
                }
            }
            say(
                """
                library-kills: \(kills) kills among random changes of folders, seed \(seed), on \
                \(Place(folder)): \(finished) changes finished by the next start, \(takenBack) taken back, 0 files \
                lost, every byte and time as it was
                """)
        }
        return true
    }

    /// Lets a process change folders, and kills it.
    private func kill(_ round: Int, after pause: Int) throws {
        let arguments = [
            "notekit-rig", "library-loop", "--folder", folder, "--seed", "\(seed &* 100_003 &+ round)",
        ]
        var words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        var process: pid_t = 0
        let result = posix_spawn(&process, "/proc/self/exe", nil, nil, &words, environ)
        guard result == 0 else { throw ProofFailure("posix_spawn: \(result)") }
        usleep(UInt32(pause))
        Glibc.kill(process, SIGKILL)
        var status: Int32 = 0
        waitpid(process, &status, 0)
        guard status & 0x7F == SIGKILL else { throw ProofFailure("the process ended by itself: \(status)") }
    }

    /// The process that is killed: changes folders of the vault as it finds them, without end.
    func loop() throws(RigFailure) {
        try proving {
            var chance = SeededRandom(seed: UInt64(seed))
            let hierarchy = try hierarchy()
            while true {
                let tree = try FolderTree(of: vault)
                let folders = tree.folders.map(\.path) + [NotePath(".")]
                let some = folders[Int.random(in: 0..<folders.count, using: &chance)]
                let other = folders[Int.random(in: 0..<folders.count, using: &chance)]
                let name = NotePath("f\(Int.random(in: 0..<20, using: &chance))")
                let request: FolderRequest
                switch Int.random(in: 0..<6, using: &chance) {
                case 0, 1: request = .create(NotePath("\(some == NotePath(".") ? "" : "\(some)/")\(name)"))
                case 2: request = .delete(some)
                case 3: request = .move(some, other)
                case 4: request = .rename(some, name)
                default:
                    let notes = try NotesFolder(vault).entries
                    request = .moveNote(notes[Int.random(in: 0..<notes.count, using: &chance)].path, other)
                }
                do throws(LibraryError) {
                    _ = try request.carryOut(hierarchy)
                } catch {
                    // What is not possible is asked for too.
                }
            }
        }
    }
}
