// SPDX-License-Identifier: MIT
// Whether the texts that an operation writes will fit, asked before its first step.

internal import CNoteLinux
internal import NoteFiles
internal import NoteKit

/// How much room the edits of an operation take at once.
///
/// Each new text is a file of its own until it has taken the place of the old one, and the edits that wait for the
/// disk together are there at once. It is an estimate: what another program writes meanwhile is not foreseen, nor
/// is a quota. Where the disk is full after all, what was done is taken back.
struct OperationRoom {
    /// How many new texts are beside their old ones at once.
    private let atOnce: Int
    private var growth = 0
    private var sizes: [Int] = []
    private var kept = 0

    init(atOnce: Int) { self.atOnce = atOnce }

    /// Counts a text that takes the place of another one.
    mutating func add(_ new: Int, inPlaceOf old: Int) {
        growth += max(0, Self.stored(new) - Self.stored(old))
        sizes.append(Self.stored(new))
        kept += Self.stored(old)
    }

    /// - Parameter isKeptBeside: Whether the texts that are replaced are kept on the same file system.
    func bytes(isKeptBeside: Bool) -> Int {
        growth + sizes.sorted(by: >).prefix(atOnce).reduce(0, +) + (isKeptBeside ? kept : 0)
    }

    /// What a file takes on a usual file system: whole blocks, and one for what is known of it.
    private static func stored(_ size: Int) -> Int { (size + 4095) / 4096 * 4096 + 4096 }
}

extension OperationRunner {
    /// Refuses an operation whose texts will not fit.
    ///
    /// System calls: `fstatvfs(3)`, `statx(2)`.
    ///
    /// - Throws: `LibraryError` with code `.noSpace`; nothing was changed.
    func requireRoom(
        for operation: VaultOperation, _ findings: [OperationRecord.Finding], below root: NoteRoot
    ) throws(LibraryError) {
        var room = OperationRoom(atOnce: OperationRun.saves)
        var hasEdits = false
        for (step, finding) in zip(operation.steps, findings) {
            guard case .edit(_, _, let text) = step.action, finding.mark != nil else { continue }
            room.add(text.count, inPlaceOf: finding.old.count)
            hasEdits = true
        }
        guard hasEdits else { return }
        let needed = room.bytes(isKeptBeside: keeper.keepsReplacedTexts && isStoreBeside(root))
        let free = disk.calls.freeBytes(root.number)
        guard free < needed else { return }
        throw LibraryError(
            .noSpace, vault,
            "The disk of '\(vault)' is nearly full: \(needed) bytes are needed, \(free) are free. Nothing was "
                + "changed.")
    }

    private func isStoreBeside(_ root: NoteRoot) -> Bool {
        var (own, others) = (FileFacts(), FileFacts())
        let calls = disk.calls
        let answers = [
            calls.statx(root.number, "", cn_AT_EMPTY_PATH, &own),
            store.folder.withCString { calls.statx(cn_AT_FDCWD, $0, 0, &others) },
        ]
        // Where that cannot be told, room for both is asked for.
        return answers != [0, 0] || own.identity.device == others.identity.device
    }
}
