// SPDX-License-Identifier: MIT
// How a command ends that met an error of the libraries that need system libraries.

internal import NoteExporting
internal import NoteKit
internal import NoteLibrary
internal import NoteProgram
internal import NoteStore

extension ExitCode {
    /// How a command ends that could not change the vault for this reason.
    init(_ error: LibraryError) {
        self =
            switch error.code {
            case .nameTaken, .changed, .unsaved, .notEmpty: .conflict
            case .busy, .notPermitted, .noSpace, .inputOutput, .store, .otherFileSystem: .notWritten
            case .nothingToUndo, .unsupportedProperty: .found
            case .unreadable: .unreadable
            default: .usage
            }
    }
}

extension LibraryError: Refusable {
    var refusal: Refusal { Refusal(ExitCode(self), code.description, about: path, description) }
}

extension StoreError: Refusable {
    var refusal: Refusal { LibraryError(self).refusal }
}

extension SearchError: Refusable {
    var refusal: Refusal {
        guard code == .nothingToFind || code == .invalidPattern else {
            return Refusal(
                .usage, fileError?.code.description ?? "other", about: fileError?.path, description)
        }
        return UsageError(description, command: SearchCommand.declaration).refusal
    }
}

extension NotePDFError: Refusable {
    var refusal: Refusal { Refusal(.notWritten, code.description, description) }
}
