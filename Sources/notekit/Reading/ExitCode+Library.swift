// SPDX-License-Identifier: MIT
// How a command ends that did not change the vault as it was asked to.

internal import NoteLibrary

extension ExitCode {
    /// How a command ends that could not change the vault for this reason.
    init(_ error: LibraryError) {
        self =
            switch error.code {
            case .busy, .changed, .notEmpty: .conflict
            case .noSpace, .inputOutput, .notPermitted, .store, .otherFileSystem: .notWritten
            case .unsupportedProperty: .found
            case .unreadable: .unreadable
            default: .usage
            }
    }
}
