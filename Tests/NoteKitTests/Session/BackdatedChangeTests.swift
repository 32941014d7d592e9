// SPDX-License-Identifier: MIT
// Field case B7: a change that size and time do not show.

import NoteKit
import Testing

@Suite("A session whose file changed without looking newer")
struct BackdatedChangeTests {
    enum Change: String, CaseIterable {
        /// In place, with the old time put back to the nanosecond.
        case sameTime = """
            before = os.stat(note)
            with open(note, 'w') as file: file.write(text)
            os.utime(note, ns=(before.st_atime_ns, before.st_mtime_ns))
            """
        /// Another file, an hour older, as after restoring a copy.
        case older = """
            before = os.stat(note)
            with open(note + '.new', 'w') as file: file.write(text)
            os.utime(note + '.new', ns=(before.st_atime_ns, before.st_mtime_ns - 3600 * 10**9))
            os.rename(note + '.new', note)
            """
    }

    @Test("sees the change", arguments: Change.allCases, Noticing.allCases)
    func sees(change: Change, noticing: Noticing) async throws {
        for isDirty in [false, true] {
            // A save with nothing to save touches no disk, and has nothing to lose.
            if !isDirty, noticing == .saving { continue }
            let bench = try SessionBench("aaaa\n")
            let session = NoteSession(at: bench.note, options: noticing.options(bench.options))
            try await session.open()
            if isDirty { try await session.replace(0..<0, with: "x") }
            try OutsideProgram.python(change.rawValue, bench.note, "bbbb\n")
            try await noticing.wait(for: session) {
                isDirty
                    ? $0.status == .changedElsewhere && $0.text.text == "xaaaa\n"
                    : $0.status == .ready && $0.text.text == "bbbb\n"
            }
            #expect(bench.file == "bbbb\n")
            if isDirty {
                #expect(await session.conflict?.theirs == Array("bbbb\n".utf8))
                try await session.resolve(.theirs)
            }
            try await session.close()
        }
    }
}
