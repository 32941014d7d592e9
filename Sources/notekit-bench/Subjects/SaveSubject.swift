// SPDX-License-Identifier: MIT
// What exchange and proof add to a durable save.

internal import Glibc
internal import NoteKit

#if !NOTEKIT_CORE
internal import NoteStore
#endif

/// A durable save with proof beside one without: temporary file, fsync, rename, fsync of the folder; and beside
/// one that first keeps in the store what it replaces.
struct SaveSubject {
    let folder: String
    let saves: Int

    func run() throws(BenchError) {
        let text = [UInt8](repeating: UInt8(ascii: "n"), count: 2047) + [UInt8(ascii: "\n")]
        let disk = NoteDisk(stateFolder: NotePath(folder + "/state"))
        let names = (0..<100).map { "\(folder)/note \($0).md" }
        #if !NOTEKIT_CORE
        let keeper = StoreVersionKeeper(stateFolder: disk.stateFolder)
        #endif
        var contents = names.map { _ in text }
        for name in names { try plain(name, text) }
        var proven = Samples()
        var simple = Samples()
        #if !NOTEKIT_CORE
        var kept = Samples()
        #endif
        for index in 0..<saves {
            let at = index % names.count
            var new = contents[at]
            new[index % 2000] = UInt8(ascii: "0") + UInt8(index % 10)
            new[index / 100 % 2000] ^= 1
            var start = Moment.now
            let outcome: SaveOutcome
            do throws(FileError) {
                outcome = try disk.replace(NotePath(names[at]), with: new, base: contents[at])
            } catch {
                throw BenchError(error.description)
            }
            proven.add(Moment.now.seconds(since: start) * 1e6)
            guard case .saved(let receipt) = outcome, receipt.proof == .proven else {
                throw BenchError("a save without proof: \(outcome)")
            }
            start = Moment.now
            try plain("\(folder)/plain \(at).md", new)
            simple.add(Moment.now.seconds(since: start) * 1e6)
            contents[at] = new
            #if !NOTEKIT_CORE
            new[(index + 7) % 2000] ^= 3
            start = Moment.now
            do throws(FileError) {
                try keeper.keep(
                    NoteVersion(
                        of: NotePath(names[at]), contents[at], because: .replaced,
                        at: FileTime(seconds: Int64(index), nanoseconds: 0), replacement: new))
                _ = try disk.replace(NotePath(names[at]), with: new, base: contents[at])
            } catch {
                throw BenchError(error.description)
            }
            kept.add(Moment.now.seconds(since: start) * 1e6)
            contents[at] = new
            #endif
        }
        let table = Table(
            "A durable save of 2 KB, \(saves) each in turns, microseconds", ["what", "median", "p99"])
        table.row([
            "temporary file, fsync, rename, fsync of the folder", simple.median.short,
            simple.quantile(0.99).short,
        ])
        table.row(["NoteDisk.replace, proven", proven.median.short, proven.quantile(0.99).short])
        #if !NOTEKIT_CORE
        table.row(["the same, and what it replaces kept first", kept.median.short, kept.quantile(0.99).short])
        #endif
        table.row([
            "difference", (proven.median - simple.median).short,
            (proven.quantile(0.99) - simple.quantile(0.99)).short,
        ])
    }

    private func plain(_ name: String, _ bytes: [UInt8]) throws(BenchError) {
        let temporary = name + "~"
        let file = creat(temporary, 0o644)
        guard file >= 0, write(file, bytes, bytes.count) == bytes.count, fsync(file) == 0, close(file) == 0,
            rename(temporary, name) == 0
        else { throw BenchError("cannot write \(name): \(String(cString: strerror(errno)))") }
        let directory = open(folder, O_RDONLY)
        guard directory >= 0, fsync(directory) == 0, close(directory) == 0 else {
            throw BenchError("cannot sync \(folder)")
        }
    }
}
