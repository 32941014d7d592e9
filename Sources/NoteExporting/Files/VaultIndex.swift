// SPDX-License-Identifier: MIT
// The files of a vault by name, for links that say no more than that.

internal import NoteKit

/// The files of a vault that are no notes, found by the end of their path.
///
/// Case counts only between files that are the same but for it, and so does the form of an accent: a vault
/// that comes from a Mac may spell names otherwise than its notes do.
struct VaultIndex: Sendable {
    private let files: [String: [VaultPath]]

    /// Looks at a vault. One that cannot be looked at has no files: its notes have told by then.
    init(of vault: NotePath, calls: any FileCalls) {
        do throws(FileError) {
            let scan = try FolderScan(
                of: vault, matching: { !Self.isNote($0) }, includingOthers: false, calls: calls)
            self.init(scan.map(\.path))
        } catch {
            self.init([NotePath]())
        }
    }

    /// Takes paths below a vault.
    init(_ paths: some Sequence<NotePath>) {
        var files: [String: [VaultPath]] = [:]
        for path in paths {
            guard let file = VaultPath(path), let name = file.names.last else { continue }
            files[Self.folded(name), default: []].append(file)
        }
        self.files = files
    }

    /// The file whose path ends in `wanted`, the nearest to a note.
    func file(endingIn wanted: VaultPath, from note: VaultPath) -> VaultPath? {
        guard let name = wanted.names.last else { return nil }
        let folded = wanted.names.map(Self.folded)
        return files[Self.folded(name), default: []]
            .filter { $0.names.suffix(folded.count).map(Self.folded) == folded }
            .min { rank($0, wanted, note) < rank($1, wanted, note) }
    }

    /// Orders by: the same bytes, below the note's folder, the length of the path, its bytes.
    private func rank(_ file: VaultPath, _ wanted: VaultPath, _ note: VaultPath) -> Rank {
        let path = file.path
        return Rank(
            order: [
                file.names.suffix(wanted.names.count).elementsEqual(wanted.names) ? 0 : 1,
                file.isBelow(note.folder) ? 0 : 1, path.bytes.count,
            ], path: path)
    }

    private struct Rank: Comparable {
        let order: [Int]
        let path: NotePath

        static func < (one: Rank, other: Rank) -> Bool {
            one.order == other.order
                ? one.path < other.path : one.order.lexicographicallyPrecedes(other.order)
        }
    }

    /// A name without regard to case; strings that differ in the form of an accent are equal in Swift.
    private static func folded(_ name: [UInt8]) -> String {
        String(decoding: name, as: UTF8.self).lowercased()
    }

    private static func isNote(_ name: UnsafeRawBufferPointer) -> Bool {
        NotesFolder.isNote(NotePath(bytes: Array(name)))
    }
}
