// SPDX-License-Identifier: MIT
// A store on a disk that is full.

internal import Glibc
internal import NoteFiles
internal import NoteStore

/// Keeps versions until the disk is full. What was acknowledged must be there; once there is room, it goes on.
struct StoreFull {
    private let folder: String

    /// - Parameter arguments: `--folder` is the top of a small file system of its own.
    init(_ arguments: Arguments) throws(RigFailure) { folder = try arguments.text("folder") }

    func run() throws(RigFailure) -> Bool {
        let ballast = "\(folder)/ballast"
        try OutsideFile.write([UInt8](repeating: 1, count: 400_000), to: ballast)
        let notices = NoticeCount()
        let store = try StoreStage.store(folder) { _ in notices.add() }
        var (kept, refusals): (Set<Int>, Int) = ([], 0)
        for number in 0..<20_000 where refusals < 100 {
            do throws(StoreError) {
                try StoreText.keep(1, number, in: store)
                kept.insert(number)
            } catch {
                guard error.code == .noSpace else { throw RigFailure("not for want of room: \(error)") }
                refusals += 1
            }
        }
        guard refusals > 0 else { throw RigFailure("the disk is too large") }
        let lost = kept.subtracting(try StoreText.present(1, in: store)).count
        unlink(ballast)
        do throws(StoreError) {
            try StoreText.keep(1, 30_001, in: store)
            try store.check()
        } catch {
            throw RigFailure("with room again: \(error)")
        }
        let after = try StoreText.present(1, in: try StoreStage.store(folder) { _ in notices.add() })
        let lostAfter = kept.union([30_001]).subtracting(after).count
        say(
            "store-full: \(kept.count) acknowledged, \(refusals) refused for want of room: \(lost) and \(lostAfter) lost, \(notices.count) mended"
        )
        return lost + lostAfter + notices.count == 0
    }

    /// Opens the store once its file system is mounted read-only: a refusal in words, and no note is in danger.
    static func openReadOnly(_ arguments: Arguments) throws(RigFailure) -> Bool {
        let folder = try arguments.text("folder")
        do throws(StoreError) {
            _ = try VaultStore(of: NotePath("\(folder)/vault"), stateFolder: NotePath("\(folder)/state"))
        } catch {
            say("store-read-only: \(error.code): \(error)")
            return error.code == .notPermitted
        }
        throw RigFailure("it was opened")
    }
}
