// SPDX-License-Identifier: MIT
// One save by the real code, as any program makes it, for whoever gets in its way.

internal import Glibc
internal import NoteFiles

/// Reads a note, puts the bytes of another file in its place, and says in one line what came of it.
struct SaveOnce {
    private let disk: NoteDisk
    private let note: NotePath
    private let new: [UInt8]
    private let way: SaveWay
    /// What the new bytes were made from, where that is not to be read just now.
    private let base: [UInt8]?

    init(_ arguments: Arguments) throws(RigFailure) {
        var disk = NoteDisk(stateFolder: NotePath(try arguments.text("state")))
        disk.patience = UInt64(try arguments.number("patience", else: 0))
        self.disk = disk
        note = NotePath(try arguments.text("note"))
        new = try OutsideFile.bytes(at: try arguments.text("new")) ?? []
        guard let way = SaveWay(rawValue: try arguments.text("way", else: "replace")) else {
            throw RigFailure("no such way")
        }
        self.way = way
        base = arguments.has("base") ? try OutsideFile.bytes(at: try arguments.text("base")) : nil
        // As a process that has many files open.
        if let limit = arguments.has("files") ? try arguments.number("files") : nil {
            var room = rlimit(rlim_cur: rlim_t(limit), rlim_max: rlim_t(limit))
            setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &room)
        }
    }

    /// False when it failed; a conflict is an answer.
    func run() -> Bool {
        do throws(FileError) {
            let base = try baseOfTheSave()
            // Where a trace of the calls finds the beginning of the save.
            _ = getppid()
            let outcome = try way.save(note, with: new, base: base, on: disk)
            say(outcome.line)
            return true
        } catch {
            say("failed \(error.code) \(error.operation.rawValue) \(error.call) \(error.systemError)")
            say("message \(error.description)")
            keep()
            return false
        }
    }

    private func baseOfTheSave() throws(FileError) -> [UInt8] {
        if let base { return base }
        return way == .create ? [] : try disk.read(note).bytes
    }

    /// As the editor does with what could not be saved.
    private func keep() {
        do throws(FileError) {
            say("kept \(try disk.keep(new, of: note, because: .refused))")
        } catch {
            say("lost \(error.description)")
        }
    }
}
