// SPDX-License-Identifier: MIT
// A store that is opened once, so that the process can be killed at any call of it.

internal import NoteFiles
internal import NoteStore

/// Opens the store, and says what it told and how many versions of one note it holds.
enum StoreOpening {
    static func run(_ arguments: Arguments) throws(RigFailure) -> Bool {
        let folder = try arguments.text("folder")
        let note = NotePath(try arguments.text("note"))
        let store = try StoreStage.store(folder) { say("notice \($0)") }
        do throws(StoreError) {
            try store.check()
            say("versions \(try store.versions(of: note).count)")
        } catch {
            throw RigFailure("\(error)")
        }
        return true
    }
}
