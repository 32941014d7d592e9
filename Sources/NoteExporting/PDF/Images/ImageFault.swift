// SPDX-License-Identifier: MIT
// Why an image is left out.

/// Why an image is left out, as a clause for a warning.
enum ImageFault: Error, Hashable {
    case unreadable
    /// The trial ended badly: the file is damaged, or nested deeper than the stack.
    case broken
    /// The trial took more time than there is.
    case tooSlow
    case noProgram(TrialRun.Program)
    /// There was no process or thread to be had.
    case untried

    /// What is said of the image.
    var clause: String {
        switch self {
        case .unreadable: "cannot be read"
        case .broken: "is damaged, or too deep or too large to be drawn"
        case .tooSlow: "takes too long to be drawn"
        case .noProgram(let program):
            "is not drawn without '\(program.path)', with which it is tried first (install \(program.package))"
        case .untried: "could not be tried, since the system has no process or thread to spare"
        }
    }
}
