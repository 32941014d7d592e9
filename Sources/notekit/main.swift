// SPDX-License-Identifier: MIT
// The command line's words are bytes, and they go to the table of commands.

internal import Glibc
internal import NoteProgram

// SAFETY: the kernel hands over `argc` strings, each ended by a zero, that live as long as the process.
let words = (1..<max(1, Int(CommandLine.argc))).compactMap { index in
    CommandLine.unsafeArgv[index].map { word in
        Array(UnsafeRawBufferPointer(start: word, count: strlen(word)))
    }
}

StandardStreams.occupy()
Signals.prepare()
exit(Program.run(words).rawValue)
