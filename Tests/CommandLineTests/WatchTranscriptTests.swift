// SPDX-License-Identifier: MIT
// What `notekit watch` prints while other programs write, and how it ends.

import Foundation
import Testing

@Suite("In a terminal, a watch", .timeLimit(.minutes(3)))
struct WatchTranscriptTests {
    /// Starts a watch as a job of its own, with its lines at descriptor 3; a line is waited for by reading it.
    private func script(_ flags: String, _ body: String) -> String {
        """
        mkdir -p v/d v/.obsidian
        printf 'x' > v/n.md
        mkfifo .lines
        # A shell lets programs in the background ignore interrupts.
        env --default-signal=INT notekit watch \(flags) v > .lines &
        watcher=$!
        exec 3< .lines
        line() { read -r text <&3; printf '%s\\n' "$text"; }
        \(body)
        """
    }

    private let steps = """
        line
        printf 'new' > v/d/new.md; line
        mv v/n.md v/d/n.md; line
        printf 'y' > v/d/.tmp; mv v/d/.tmp v/d/n.md; line
        mv v/d v/e; line
        """

    @Test("tells programs one JSON object a line, at once")
    func json() async throws {
        let terminal = try Terminal()
        let outcome = try await terminal.type(
            script("--json", steps + "\nrm v/e/new.md; line; kill -INT $watcher; wait $watcher"))
        let lines = outcome.out.split(separator: "\n").map { String($0) }
        #expect(
            lines == [
                #"{"ready":true,"vault":"v","notes":1,"folders":2,"degraded":[]}"#,
                #"{"batch":[{"type":"created","path":"d/new.md"}],"degraded":[]}"#,
                #"{"batch":[{"type":"moved","path":"d/n.md","from":"n.md"}],"degraded":[]}"#,
                #"{"batch":[{"type":"changed","path":"d/n.md"}],"degraded":[]}"#,
                #"{"batch":[{"type":"moved","path":"e/n.md","from":"d/n.md"},"#
                    + #"{"type":"moved","path":"e/new.md","from":"d/new.md"}],"degraded":[]}"#,
                #"{"batch":[{"type":"removed","path":"e/new.md"}],"degraded":[]}"#,
            ])
        #expect(outcome.code == 0)
        #expect(outcome.err == "")
        for line in lines { _ = try Answer(line) }
    }

    @Test("tells people a line for each change")
    func text() async throws {
        let terminal = try Terminal()
        let outcome = try await terminal.type(
            script("", steps + "\nline; kill -TERM $watcher; wait $watcher"))
        #expect(
            outcome.out == """
                watching 1 note in 2 folders
                created  d/new.md
                moved    n.md -> d/n.md
                changed  d/n.md
                moved    d/n.md -> e/n.md
                moved    d/new.md -> e/new.md

                """)
        #expect(outcome.code == 0)
        #expect(outcome.err == "")
    }

    @Test("of a vault that is not there ends with 2 and says so")
    func noVault() async throws {
        let outcome = try await Terminal().type("notekit watch none")
        #expect(
            outcome.err
                == "notekit: the folder 'none' was not listed: nothing is there by that name, or a folder on the way is "
                + "gone (openat). Nothing was changed.\n")
        #expect(outcome.code == 2)
        #expect(outcome.out == "")
    }

    @Test(
        "field case C7: past the limit of watches names it, finds the change, and recovers when it is raised")
    func watchLimit() async throws {
        let terminal = try Terminal()
        // A user namespace has limits of its own. In it, the one who made it is root.
        let outcome = try await terminal.type(
            """
            mkdir v; for n in 1 2 3 4 5 6 7 8 9 a b c; do mkdir v/$n; printf x > v/$n/n.md; done
            mkfifo .lines .raise .end
            unshare --user --map-root-user bash -c '
                echo 5 > /proc/sys/user/max_inotify_watches
                notekit watch --json v > .lines &
                watcher=$!
                read -r word < .raise
                echo 1000 > /proc/sys/user/max_inotify_watches
                read -r word < .end
                kill -TERM $watcher; wait $watcher' &
            namespace=$!
            exec 3< .lines
            line() { read -r text <&3; printf '%s\\n' "$text"; }
            line
            printf 'changed' > v/c/n.md; line
            echo now > .raise; line
            printf 'again' > v/c/n.md; line
            echo now > .end; wait $namespace
            """)
        #expect(outcome.code == 0)
        let lines = outcome.out.split(separator: "\n").map { String($0) }
        #expect(lines.count == 4, "\(outcome)")
        let ready = try Answer(lines[0])
        #expect(ready.list("degraded").first?["reason"] as? String == "watch-limit")
        let detail = ready.list("degraded").first?["detail"] as? String ?? ""
        #expect(detail.contains("user.max_inotify_watches"))
        #expect(detail.contains("every 2 seconds"))
        #expect(!detail.contains("disk"))
        #expect(
            lines[1].hasPrefix(
                #"{"batch":[{"type":"changed","path":"c/n.md"}],"degraded":[{"reason":"watch-limit""#))
        #expect(lines[2] == #"{"batch":[],"degraded":[]}"#)
        #expect(lines[3] == #"{"batch":[{"type":"changed","path":"c/n.md"}],"degraded":[]}"#)
    }
}
