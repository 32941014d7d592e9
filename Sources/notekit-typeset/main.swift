// SPDX-License-Identifier: MIT
// A worker: typesets the notes that come through the socket on its standard input.

internal import Glibc
internal import NoteExporting

var kind: Int32 = 0
var size = socklen_t(MemoryLayout<Int32>.size)
guard getsockopt(STDIN_FILENO, SOL_SOCKET, SO_TYPE, &kind, &size) == 0 else {
    let words = Array("notekit-typeset: it works for 'notekit export', which starts it.\n".utf8)
    // Where nobody can be told, nobody is.
    _ = write(STDERR_FILENO, words, words.count)
    exit(2)
}
CrashSignals.endAtOnce()
ProcessLimits.setForGood()
OtherSide.endWithIt(STDIN_FILENO)
let channel = WorkerChannel(STDIN_FILENO)
do throws(WorkerChannel.Fault) {
    try channel.send(.hello, WorkerChannel.edition)
    try TypesettingService(channel).run()
} catch {
    // The other side is gone, or is no program that knows this one.
    _exit(error == .closed ? 0 : 1)
}
