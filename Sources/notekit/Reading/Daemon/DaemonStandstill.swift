// SPDX-License-Identifier: MIT
// How the daemon is asked to hold open notes still, and what happens where it does not.

internal import NoteKit
internal import NoteProtocol

extension Program {
    /// Has the daemon, where one runs, hold the open notes at a path still.
    ///
    /// A daemon that cannot be used is told on the standard error, and the command works without it: the notes are
    /// as safe, and what is being typed in one that it writes becomes a conflict.
    static func standstill(of path: NotePath) -> Standstill {
        guard let real = path.real else { return .none }
        do throws(DaemonFailure) {
            guard let daemon = try Daemon.running() else { return .none }
            guard daemon.knows(Service.VaultHold.self) else {
                let version = daemon.client.daemon?.serverInfo.version ?? "?"
                return without("notekitd is of version \(version), which holds no notes still.")
            }
            // It lives; saving all the notes of a vault may take a while on a slow disk.
            let answer = try daemon.answer(
                to: Service.VaultHold(path: real.description), within: .seconds(10))
            var unsaved: [NotePath: Standstill.Reason] = [:]
            for note in answer.unsaved {
                unsaved[NotePath(shown: note.path) ?? path] = Standstill.Reason(
                    sentence: note.message, isConflict: note.code != "not-written")
            }
            return Standstill(unsaved: unsaved) { release(answer.hold, of: daemon) }
        } catch {
            return without(error.description)
        }
    }

    private static func release(_ hold: Int, of daemon: Daemon) {
        do throws(DaemonFailure) {
            _ = try daemon.answer(to: Service.VaultRelease(hold: hold))
        } catch {
            // It ends with the connection, and what was written is written.
        }
        daemon.client.close()
    }

    private static func without(_ reason: String) -> Standstill {
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
