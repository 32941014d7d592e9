// SPDX-License-Identifier: MIT
// What a person sees at a terminal while a long check runs, and when they stop it.

import Testing

@Suite("A long check at a terminal")
struct ProgressBarTests {
    /// Runs `notekit check` at a terminal of a width, sends a signal once the bar is there, and prints
    /// the exit code (negative for a signal) and what was seen.
    private static let script = #"""
        import fcntl, os, pty, signal, struct, sys, termios
        for number in range(20):
            os.makedirs(f"v/{number}")
            for note in range(30):
                with open(f"v/{number}/{note}.md", "w") as file: file.write("# Note\n\nText.\n" * 3000)
        child, terminal = pty.fork()
        if child == 0:
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 24, int(sys.argv[1]), 0, 0))
            os.execvp("notekit", ["notekit", "check", "--jobs", "1", "v"])
        seen, sent = b"", False
        while True:
            try: part = os.read(terminal, 4096)
            except OSError: break
            if not part: break
            seen += part
            if sys.argv[2] != "-" and not sent and b"of 600 notes" in seen:
                os.kill(child, getattr(signal, sys.argv[2]))
                sent = True
        _, status = os.waitpid(child, 0)
        print(os.waitstatus_to_exitcode(status))
        print(seen.decode().replace("\r\n", "\n").replace("\r", "<CR>").replace("\x1b[K", "<ERASE>"))
        """#

    private func watch(width: Int, signal: String) async throws -> (code: String, screen: String) {
        let terminal = try Terminal()
        try terminal.write(Self.script, to: "watch.py")
        let answer = try await terminal.type(
            "python3 watch.py \(width) \(signal)", environment: ["TERM": "xterm"])
        #expect(answer.code == 0 && answer.err == "")
        let parts = answer.out.split(separator: "\n", maxSplits: 1).map(String.init)
        try #require(parts.count == 2)
        return (parts[0], parts[1])
    }

    @Test("draws a bar that fits the width, and is gone before the report")
    func bar() async throws {
        let (code, screen) = try await watch(width: 44, signal: "-")
        #expect(code == "0")
        let drawn = screen.split(separator: "<CR>")
        #expect(drawn.first?.hasPrefix("Checking [") == true)
        #expect(drawn.dropLast().allSatisfy { $0.hasSuffix("<ERASE>") && $0.count - "<ERASE>".count <= 43 })
        let report = "<ERASE>600 notes, 25,200,000 bytes, parsed and styled: nothing would change."
        #expect(drawn.last?.split(separator: "\n").map(String.init) == [report])
    }

    @Test(
        "is wiped off by an interrupt, which ends the program without a report",
        arguments: ["SIGINT", "SIGTERM"])
    func interrupt(signal: String) async throws {
        let (code, screen) = try await watch(width: 80, signal: signal)
        #expect(code == (signal == "SIGINT" ? "-2" : "-15"))
        #expect(screen.hasPrefix("<CR>Checking ["))
        #expect(screen.split(separator: "\n").joined().hasSuffix("<CR><ERASE>"))
    }
}
