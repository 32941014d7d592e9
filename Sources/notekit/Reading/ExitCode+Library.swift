// SPDX-License-Identifier: MIT
// How a command ends that did not change the vault as it was asked to.

internal import NoteLibrary

extension ExitCode {
    /// How a command ends that could not change the vault for this reason.
    init(_ error: LibraryError) {
        self =
            switch error.code {
            case .nameTaken, .changed, .notEmpty: .conflict
            case .busy, .notPermitted, .noSpace, .inputOutput, .store, .otherFileSystem: .notWritten
            case .nothingToUndo, .unsupportedProperty: .found
            case .unreadable: .unreadable
            default: .usage
            }
    }
}
