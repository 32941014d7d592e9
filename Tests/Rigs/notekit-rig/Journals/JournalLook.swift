// SPDX-License-Identifier: MIT
// What the next process finds of the journals of those before.

internal import NoteKit

/// Says in one line each what orphaned journals hold; `--discard` takes them away.
enum JournalLook {
    static func run(_ arguments: Arguments) throws(RigFailure) -> Bool {
        let folder = JournalFolder(of: NoteDisk(stateFolder: NotePath(try arguments.text("state"))))
        do throws(FileError) {
            let found = try folder.allOrphans()
            for journal in found.journals {
                let digests = "\(SHA256Digest(of: journal.mine)) \(SHA256Digest(of: journal.base))"
                say("orphan \(digests) \(journal.wasCut ? "cut" : "whole")")
                if arguments.has("discard") { try journal.discard() }
            }
            for problem in found.problems { say("problem \(problem)") }
            return true
        } catch {
            throw RigFailure("\(error)")
        }
    }
}
