// SPDX-License-Identifier: MIT
// Why an image is left out.

internal import NoteKit

/// Why an image is left out, as a clause for a warning.
package enum ImageFault: Error, Hashable {
    case unreadable
    /// The process ended of it: the file is damaged, or nested deeper than the stack.
    case broken
    /// It took more time than an image may.
    case tooSlow
    /// The images before it took the time that a note's images may take together.
    case noTimeLeft
    /// There was no thread to be had.
    case untried
    /// For a reason that is told as a clause already.
    case refused(String)

    /// Of an error that whoever reads files threw.
    package init(whyUnread error: any Error) {
        self =
            switch error {
            case let fault as ImageFault: fault
            case let error as FileError: .refused("cannot be read (\(error.code))")
            default: .unreadable
            }
    }

    /// What is said of the image.
    package var clause: String {
        switch self {
        case .unreadable: "cannot be read"
        case .broken: "is damaged, or too deep or too large to be drawn"
        case .tooSlow: "takes too long to be drawn"
        case .noTimeLeft: "is not drawn, since the images before it took too long"
        case .untried: "could not be drawn, since the system has no thread to spare"
        case .refused(let clause): clause
        }
    }
}
