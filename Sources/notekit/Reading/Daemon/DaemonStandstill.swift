// SPDX-License-Identifier: MIT
// How the daemon is asked to hold open notes still, and what happens where it does not.

internal import NoteKit
internal import NoteLibrary
internal import NoteProtocol
internal import Synchronization

extension Program {
    /// Has the daemon, where one runs, hold the open notes at a path still.
    ///
    /// A daemon that cannot be used is told on the standard error, and the command works without it: the notes are
    /// as safe, and what is being typed in one that it writes becomes a conflict.
    static func standstill(of path: NotePath) -> Standstill { DaemonStandstill().standstill(of: path) }
}

/// The daemon as one command asks it to hold notes still, once or several times.
final class DaemonStandstill: Sendable {
    /// How long a hold is relied on. The daemon ends it after ten seconds.
    private static let trust = Duration.seconds(5)

    /// Whether it could not be used: then it is told once, and not waited for again.
    private let hasFailed = Atomic(false)

    /// Holds the open notes at a path, or below it, still.
    func standstill(of path: NotePath) -> Standstill {
        guard !hasFailed.load(ordering: .relaxed), let real = path.real else { return .none }
        do throws(DaemonFailure) {
            guard let daemon = try Daemon.running() else { return .none }
            guard daemon.knows(Service.VaultHold.self) else {
                let version = daemon.client.daemon?.serverInfo.version ?? "?"
                return without("notekitd is of version \(version), which holds no notes still.")
            }
            // It lives; saving all the notes of a vault may take a while on a slow disk. After ten seconds it says no.
            let answer = try daemon.answer(
                to: Service.VaultHold(path: real.description), within: .seconds(12))
            var unsaved: [NotePath: Standstill.Reason] = [:]
            for note in answer.unsaved {
                unsaved[NotePath(shown: note.path) ?? real] = Standstill.Reason(
                    sentence: note.message, isConflict: note.code != "not-written")
            }
            return Standstill(of: real, count: answer.notes, unsaved: unsaved) {
                Self.release(answer.hold, of: daemon)
            }
        } catch {
            // One that answers may do so again, for fewer notes.
            return without(error.description, forGood: error.word == nil)
        }
    }

    /// The same for a change of a vault in several steps.
    func hold(_ path: NotePath) -> NoteHold {
        let asked = ContinuousClock.now
        let standstill = standstill(of: path)
        return NoteHold(
            count: standstill.count, unsaved: Set(standstill.unsaved.keys),
            mayBeOver: { standstill.count > 0 && ContinuousClock.now - asked > Self.trust },
            end: { standstill.release() })
    }

    /// - Returns: Whether the notes were held still until now.
    private static func release(_ hold: Int, of daemon: Daemon) -> Bool {
        defer { daemon.client.close() }
        do throws(DaemonFailure) {
            return try daemon.answer(to: Service.VaultRelease(hold: hold)).wasHeld
        } catch {
            // It ends with the connection, and what was written is written.
            return false
        }
    }

    private func without(_ reason: String, forGood: Bool = true) -> Standstill {
        if forGood { hasFailed.store(true, ordering: .relaxed) }
        Daemon.tellDoneWithout(reason)
        return .none
    }
}

extension Daemon {
    /// Tells that one runs that cannot be used, and that the command goes on as where none does.
    static func tellDoneWithout(_ reason: String) {
        StandardError.write("notekit: \(reason) Working without notekitd.\n")
    }
}
