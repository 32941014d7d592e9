// SPDX-License-Identifier: MIT
// What a program does when it opens a folder after a crash.

internal import NoteFiles

/// Cleans up, and says in one line each what was done.
enum Recover {
    static func run(_ arguments: Arguments) throws(RigFailure) -> Bool {
        let disk = NoteDisk(stateFolder: NotePath(try arguments.text("state")))
        let folder = NotePath(try arguments.text("folder"))
        do throws(FileError) {
            for trace in try disk.recover(folder) {
                say("\(trace.action.rawValue) \(trace.path) \(trace.problem?.description ?? "")")
            }
            return true
        } catch {
            say("failed \(error.description)")
            return false
        }
    }
}
