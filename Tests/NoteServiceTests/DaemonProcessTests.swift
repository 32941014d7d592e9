// SPDX-License-Identifier: MIT
// notekitd as a real process, driven by clients in another language.

import Testing

@Suite("notekitd as a process", .serialized)
struct DaemonProcessTests {
    @Test("answers a client that was written from its documentation, every method and every piece of news")
    func conformance() async throws { try await Programs.python("conformance.py") }

    @Test("starts and ends as the documentation says")
    func life() async throws { try await Programs.python("daemon_life.py") }

    @Test("names nothing outside of a vault, however it is asked")
    func escapes() async throws { try await Programs.python("escapes.py") }

    @Test("goes on among frames that are broken, too large, cut off or mixed up")
    func fuzz() async throws { try await Programs.python("fuzz_frames.py", "20000") }

    @Test("does not let one client hold up another")
    func unfairClients() async throws { try await Programs.python("unfair_clients.py") }

    @Test("killed under load, loses nothing that it answered")
    func kills() async throws { try await Programs.python("kills.py", "3") }

    @Test("stops to search for clients that take it back or are gone")
    func cancelling() async throws { try await Programs.python("cancelling.py") }

    @Test("renames and searches while notes are open and typed in, and nothing of it is lost")
    func renames() async throws { try await Programs.python("renames.py") }

    @Test("has the command line do what it does alone, without a conflict with those who type")
    func commandLine() async throws { try await Programs.python("command_line.py") }

    @Test("holds back the edits of nobody longer than a command needs to write")
    func standstill() async throws { try await Programs.python("standstill.py") }

    @Test(
        "has conflicts shown and ended from the command line, with it and without it, and is started and ended"
    )
    func commandConflicts() async throws { try await Programs.python("command_conflicts.py") }

    @Test("standing still, holds no command up for good")
    func standingStill() async throws { try await Programs.python("still_daemon.py") }

    @Test(
        "has no conflict ended on a side that whoever chose has not seen, and each side in the history once")
    func commandUnseen() async throws { try await Programs.python("command_unseen.py") }

    @Test("what the commands say and do of edits that are not in their files")
    func unsavedEdits() async throws { try await Programs.python("unsaved_edits.py") }

    @Test("does what the examples of the documentation show")
    func examples() async throws { try await Programs.python("examples.py") }
}
