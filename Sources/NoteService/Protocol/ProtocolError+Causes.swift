// SPDX-License-Identifier: MIT
// What the failures of sessions, disk and store are called in the protocol.

internal import NoteKit
internal import NoteLibrary
internal import NoteStore

extension ProtocolError {
    init(_ error: SessionError) {
        let code: Code =
            switch error.code {
            case .unreadable: .unreadable
            case .staleRevision: .staleRevision
            case .badEdit: .badEdit
            case .noConflict: .noConflict
            case .conflict: .conflict
            case .notWritten, .lost: .notWritten
            case .notRead: error.cause?.code == .missing ? .missing : .notRead
            case .notOpen: .unknownSession
            default: .internalError
            }
        self.init(code, error.description)
    }

    /// - Parameter isWriting: Whether a note was to be written, and not read.
    init(_ error: FileError, isWriting: Bool = false) {
        let code: Code =
            switch error.code {
            case .missing: .missing
            case .exists: .exists
            default: isWriting ? .notWritten : .notRead
            }
        self.init(code, error.description)
    }

    init(_ error: LibraryError) {
        let code: Code =
            switch error.code {
            case .busy: .busy
            case .missing: .missing
            case .nameTaken: .exists
            case .invalidName: .invalidName
            case .store: .store
            case .other: .internalError
            default: .notWritten
            }
        self.init(code, error.description)
    }

    init(_ error: SearchError) {
        switch (error.code, error.fileError) {
        case (.nothingToFind, _), (.invalidPattern, _): self.init(.invalidParameters, error.description)
        case (.tooCostly, _): self.init(.limit, error.description)
        case (.cancelled, _): self.init(.cancelled, error.description)
        case (_, let cause?): self.init(cause)
        default: self.init(.internalError, error.description)
        }
    }

    /// Why nothing is begun any more.
    static let ending = ProtocolError(.ending, "The daemon is about to end.")

    /// What it is while the daemon ends: sessions and vaults are closed under what is still on its way then.
    var atTheEnd: ProtocolError { [.unknownSession, .unknownVault].contains(code) ? .ending : self }

    init(_ error: StoreError) { self.init(.store, error.description) }

    init(_ reason: UnreadableText, of path: NotePath) {
        self.init(.unreadable, "'\(path)': \(reason) It is never rewritten.")
        offset = reason.offset
        encoding = reason.encoding.name
    }
}
