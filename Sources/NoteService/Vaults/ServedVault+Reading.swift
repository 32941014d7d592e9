// SPDX-License-Identifier: MIT
// How a note of a served vault is read while another program may be writing it, without a thread that waits.

internal import NoteKit

extension ServedVault {
    /// How long a program that is writing a note is waited for.
    private static let patience = Duration.seconds(2)
    /// The longest pause between two looks.
    private static let longestPause = Duration.milliseconds(64)

    /// The bytes of a note's file, as `NoteDisk.read(_:)` reads it.
    ///
    /// - Throws: `ProtocolError` with code `.missing`, `.notRead`; that too where another program kept writing it for
    ///   two seconds so that no reading was whole.
    func bytes(of place: VaultPlace) async throws(ProtocolError) -> [UInt8] {
        let disk = NoteDisk(stateFolder: stateFolder)
        let clock = LaneClock()
        let deadline = clock.now + Self.patience
        var pause = Duration.milliseconds(1)
        while true {
            let isLast = clock.now >= deadline
            let answer = await lanes.run { () -> Result<(note: NoteSnapshot, isSettled: Bool)?, FileError> in
                Result { () throws(FileError) in try disk.readOnce(place.file) }
            }
            do throws(FileError) {
                if let found = try answer.get(), found.isSettled || isLast { return found.note.bytes }
            } catch {
                throw ProtocolError(error)
            }
            guard !isLast else {
                throw ProtocolError(
                    .notRead, "'\(place.path)' was not read: another program keeps writing it.")
            }
            do {
                try await clock.sleep(for: pause)
            } catch {
                // Its task is over, and nobody waits for the answer.
                throw ProtocolError(.ending, "'\(place.path)' was not read.")
            }
            pause = min(pause * 2, Self.longestPause)
        }
    }
}
