// SPDX-License-Identifier: MIT
// A file that is on its way to become an attachment, and leaves no trace if it does not.

internal import CNoteLinux
internal import Glibc
internal import NoteFiles
internal import Synchronization

/// A copy of a file, staged in the vault until a note that lists it is saved.
///
/// Nobody sees it, and it is gone when this value is, or when the process is killed; where the file system has no
/// unnamed files it has a hidden name until then, which the next start clears away.
public final class StagedAttachment: Sendable, Hashable {
    /// The name that it would like to have.
    public let name: String
    /// How many bytes it has.
    public let size: Int

    private let copy: StagedFile
    /// The folder that it is staged in, and its path in the vault.
    private let directory: OpenFile
    private let folder: NotePath
    private let disk: NoteDisk

    private enum State {
        case unnamed
        case hidden(NotePath)
        /// It has its own name now, or an operation that was cut short may still give it one.
        case gone
    }
    private let state: Mutex<State>

    init(
        _ copy: StagedFile, as name: String, in directory: consuming OpenFile, _ folder: NotePath,
        on disk: NoteDisk
    ) {
        self.copy = copy
        self.name = name
        size = copy.source.size
        self.directory = directory
        self.folder = folder
        self.disk = disk
        state = Mutex(copy.hidden.map { .hidden($0) } ?? .unnamed)
    }

    deinit {
        if case .hidden(let name) = state.withLock({ $0 }) { disk.removeStaged(name, in: directory.number) }
    }

    /// Gives it a hidden name, from which an operation can move it; answers its path in the vault.
    ///
    /// System calls: `linkat(2)`, `fsync(2)`.
    func hide() throws(LibraryError) -> NotePath {
        let name = state.withLock { state -> Result<NotePath, LibraryError> in
            switch state {
            case .hidden(let name): return .success(name)
            case .gone:
                return .failure(
                    LibraryError(
                        .missing, folder, "What was staged is attached already. Nothing was changed."))
            case .unnamed:
                let name = HiddenName.staged(disk.calls.uniqueNumber())
                let answer = name.withCString { disk.calls.linkOpenFile(copy.number, directory.number, $0) }
                guard answer == 0 else {
                    return .failure(
                        LibraryError(systemError: -answer, folder, "'\(self.name)' was not attached"))
                }
                state = .hidden(name)
                return .success(name)
            }
        }
        return folder.entry(try name.get())
    }

    /// To be called once it has its name, and when that is not certain.
    func letGo() { state.withLock { $0 = .gone } }

    /// Whether two are the same staging.
    public static func == (one: StagedAttachment, other: StagedAttachment) -> Bool { one === other }
    /// By identity.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
