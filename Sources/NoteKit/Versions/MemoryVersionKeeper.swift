// SPDX-License-Identifier: MIT
// Versions in memory, for tests and for programs that keep them in their own way.

public import NoteFiles
internal import Synchronization

/// Keeps versions in memory. They do not outlive the process.
public final class MemoryVersionKeeper: VersionKeeper {
    private struct Kept {
        var versions: [NoteVersion] = []
        var texts: Set<[UInt8]> = []
    }

    private let kept = Mutex<[NotePath: Kept]>([:])

    /// Keeps nothing yet.
    public init() {}

    /// Keeps a version, unless the same bytes of the same note are kept already.
    public func keep(_ version: NoteVersion) {
        kept.withLock { kept in
            guard kept[version.note, default: Kept()].texts.insert(version.bytes).inserted else { return }
            kept[version.note]?.versions.append(version)
        }
    }

    /// The versions of a note in the order in which they came; the same bytes are there once.
    public func versions(of note: NotePath) -> [NoteVersion] { kept.withLock { $0[note]?.versions ?? [] } }
}
