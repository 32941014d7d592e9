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
        /// Where it is claimed, an operation that was cut short may still give it its own name.
        case hidden(NotePath, isClaimed: Bool)
        /// It has its own name now.
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
        state = Mutex(copy.hidden.map { .hidden($0, isClaimed: false) } ?? .unnamed)
    }

    deinit {
        if case .hidden(let name, isClaimed: false) = state.withLock({ $0 }) {
            disk.removeStaged(name, in: directory.number)
        }
    }

    /// Gives it a hidden name, from which an operation can move it; answers its path in the vault. To be called
    /// once nothing is left that an operation which was cut short may do.
    ///
    /// System calls: `linkat(2)`, `fsync(2)`.
    func hide() throws(LibraryError) -> NotePath {
        let name = state.withLock { state -> Result<NotePath, LibraryError> in
            switch state {
            case .hidden(let name, _):
                guard isThere(name) else {
                    return .failure(
                        LibraryError(
                            .changed, folder,
                            "'\(NotePath(lossy: self.name))' is no more where it was staged: a save that seemed to have failed "
                                + "has given it its name, and another program has changed the note since. Attach it "
                                + "again, or open the note anew."))
                }
                state = .hidden(name, isClaimed: false)
                return .success(name)
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
                state = .hidden(name, isClaimed: false)
                return .success(name)
            }
        }
        return folder.entry(try name.get())
    }

    /// Whether it has its hidden name, also where that cannot be seen: then to move it tells.
    private func isThere(_ name: NotePath) -> Bool {
        var facts = FileFacts()
        let flags = cn_AT_SYMLINK_NOFOLLOW
        return name.withCString { disk.calls.statx(directory.number, $0, flags, &facts) } != -ENOENT
    }

    /// To be called when an operation that was cut short may still give it its own name.
    func claim() {
        state.withLock { state in
            if case .hidden(let name, _) = state { state = .hidden(name, isClaimed: true) }
        }
    }

    /// To be called when that is certain not to be so any more.
    func unclaim() {
        state.withLock { state in
            if case .hidden(let name, _) = state { state = .hidden(name, isClaimed: false) }
        }
    }

    /// To be called once it has its name.
    func letGo() { state.withLock { $0 = .gone } }

    /// Whether two are the same staging.
    public static func == (one: StagedAttachment, other: StagedAttachment) -> Bool { one === other }
    /// By identity.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
