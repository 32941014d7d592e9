// SPDX-License-Identifier: MIT
// The rigs that prove files and syntax against what is outside of us: one command for each.

internal import Glibc

@main
struct NoteKitRig {
    static func main() async {
        do throws(RigFailure) {
            let arguments = try Arguments(Array(CommandLine.arguments.dropFirst()))
            exit(try await run(arguments) ? 0 : 1)
        } catch {
            say("notekit-rig: \(error)", to: STDERR_FILENO)
            exit(2)
        }
    }

    /// False when something was proved wrong. On the first thread, so that the calls of a rig that waits for nobody
    /// can be counted and cut short.
    @MainActor
    private static func run(_ arguments: Arguments) async throws(RigFailure) -> Bool {
        switch arguments.command {
        case "race": return try RaceRig(arguments).run()
        case "cost": return try SaveCost(arguments).run()
        case "journal-cost": return try JournalCost(arguments).run()
        case "late-opening": return try LateOpening(arguments).run()
        case "save-once": return try SaveOnce(arguments).run()
        case "save-loop":
            var loop = try SaveLoop(arguments)
            try loop.prepare()
            return try loop.run()
        case "journal-loop":
            var loop = try JournalLoop(arguments)
            return try loop.run()
        case "journal-look": return try JournalLook.run(arguments)
        case "recover": return try Recover.run(arguments)
        case "saver-race": return try SaverRace(arguments).run()
        case "saver-race-other":
            try SaverRace.save(arguments)
            return true
        case "recovery-race": return try RecoveryRace(arguments).run()
        case "recovery-race-other":
            try RecoveryRace.recover(arguments)
            return true
        case "race-writer":
            try RaceRig.write(arguments)
            return true
        case "session-race": return try await SessionRace(arguments).run()
        case "session-race-writer":
            var writer = try SessionRaceWriter(arguments)
            try writer.run()
            return true
        case "session-saves": return try await SessionSaves(arguments).run()
        case "words": return try WordsOfNotes(arguments).run()
        case "hostile": return try HostileRig(arguments).run()
        case "watch-steps": return try await WatchSteps(arguments).run()
        case "watch-nested": return try await WatchNested(arguments).run()
        case "watch-barriers": return try await WatchBarriers(arguments).run()
        case "watch-bursts": return try await WatchBursts(arguments).run()
        case "watch-limit": return try await WatchLimit(arguments).run()
        #if !NOTEKIT_CORE
        case "store-writers": return try StoreWriters(arguments).run()
        case "store-writer":
            try StoreWriters.write(arguments)
            return true
        case "store-kills": return try StoreKills(arguments).run()
        case "store-loop":
            try StoreKills.loop(arguments)
            return true
        case "index-kills": return try IndexKills(arguments).run()
        case "index-full": return try IndexFull(arguments).run()
        case "search-answers": return try SearchAnswers(arguments).run()
        case "index-loop":
            try IndexKills.loop(arguments)
            return true
        case "store-flips": return try StoreFlips(arguments).run()
        case "store-damage": return try StoreDamage(arguments).run()
        case "store-open": return try StoreOpening.run(arguments)
        case "store-full": return try StoreFull(arguments).run()
        case "library-model": return try LibraryFolders(arguments).runInMemory()
        case "library-folders": return try LibraryFolders(arguments).runOnDisk()
        case "library-kills": return try LibraryFolders(arguments).runKills()
        case "library-loop":
            try LibraryFolders(arguments).loop()
            return true
        case "store-read-only": return try StoreFull.openReadOnly(arguments)
        #endif
        case let other: throw RigFailure("no rig is called '\(other)'")
        }
    }
}
