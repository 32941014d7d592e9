// SPDX-License-Identifier: MIT
// notekitd: holds vaults open for any number of clients.

internal import CNoteLinux
internal import Glibc
internal import NoteKit
internal import NoteProgram

StandardStreams.occupy()
_ = signal(SIGPIPE, SIG_IGN)
// What one thread gives back is of use to the next one: with an arena for each thread, a process that runs for months
// would keep a share of its busiest moment in every one of them.
cn_share_arenas(2)
DaemonProgram.takeAllDescriptors()
let signals = ServiceSignals.blocked()
let options: DaemonOptions
do throws(UsageError) {
    // SAFETY: the kernel hands over `argc` strings, each ended by a zero, that live as long as the process.
    options = try DaemonOptions(
        (1..<max(1, Int(CommandLine.argc))).compactMap { index in
            CommandLine.unsafeArgv[index].map { word in
                Array(UnsafeRawBufferPointer(start: word, count: strlen(word)))
            }
        })
} catch {
    DaemonProgram.complain("\(error.description)\n\(error.hint)")
    exit(2)
}
exit(DaemonProgram.run(options, signals))
