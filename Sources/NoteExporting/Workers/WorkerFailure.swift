// SPDX-License-Identifier: MIT
// What it means when a worker is not to be talked to any more.

internal import Glibc

/// How the talk with a worker broke off.
struct WorkerFailure {
    private let fault: WorkerChannel.Fault
    private let end: WorkerProcess.End

    /// - Parameters:
    ///   - fault: Why nothing came from it or went to it.
    ///   - end: How it ended then.
    init(_ fault: WorkerChannel.Fault, _ end: WorkerProcess.End) {
        self.fault = fault
        self.end = end
    }

    private var isTooSlow: Bool {
        switch (fault, end) {
        case (.silent, _), (.closed, .killed(SIGXCPU)): true
        default: false
        }
    }

    /// What there is to say of an image that was in work then; nil where it has no part in it.
    var imageFault: ImageFault? {
        if isTooSlow { return .tooSlow }
        return fault == .closed ? .broken : nil
    }

    /// What there is to say of the note.
    var error: NotePDFError {
        switch (fault, end) {
        case (.silent, _), (.closed, .killed(SIGXCPU)):
            return NotePDFError(
                .tooSlow, "No PDF was made: it takes more time than a note may. The note is untouched.")
        case (.closed, .killed(let signal)):
            return NotePDFError(
                .workerEnded,
                "No PDF was made: the process that typeset it was ended by signal \(signal) "
                    + "(\(String(cString: strsignal(signal)))). The note is untouched.")
        case (.closed, .exited(let status)):
            return NotePDFError(
                .workerEnded,
                "No PDF was made: the process that typeset it ended with status \(status). The note is untouched."
            )
        case (.closed, .unknown):
            return NotePDFError(
                .workerEnded, "No PDF was made: the process that typeset it is gone. The note is untouched.")
        case (.failed(let number), _):
            return NotePDFError(
                .other,
                "No PDF was made: the process that typesets cannot be reached: "
                    + "\(String(cString: strerror(number))). The note is untouched.")
        case (.nonsense, _):
            return NotePDFError(
                .badWorker,
                "No PDF was made: '\(WorkerProgram.name)' gave an answer that makes no sense: "
                    + "it is of another version than this program. The note is untouched.")
        }
    }
}
