// SPDX-License-Identifier: MIT
// notekit-mcp: serves a vault to agents. 'notekit mcp' becomes it.

internal import Glibc
internal import NoteKit
internal import NoteService

_ = signal(SIGPIPE, SIG_IGN)
// SAFETY: the kernel hands over `argc` strings, each ended by a zero, that live as long as the process.
let words = (1..<max(1, Int(CommandLine.argc))).compactMap { index in
    CommandLine.unsafeArgv[index].map { word in
        NotePath(bytes: Array(UnsafeRawBufferPointer(start: word, count: strlen(word))))
    }
}
guard let options = AgentOptions(words) else {
    Complaint.tell("it works for 'notekit mcp', which starts it.")
    exit(2)
}
exit(await options.serve())
