// SPDX-License-Identifier: MIT
// What an earlier process did of an operation, as far as the record and the disk tell.

internal import NoteFiles
internal import NoteKit

extension OperationRun {
    /// How far the earlier process is certain to have come: the steps before this one have been tried, and those
    /// that others hang on are done, whatever has become since of what they left.
    ///
    /// Only what nobody else can have brought about counts, or what is written down.
    func furthest() -> Int {
        let last = record.operation.steps.indices.last { index in
            if record.done[index] != nil { return true }
            switch record.operation.steps[index].action {
            case .move, .edit: return whereDone(index) != nil
            // Others make and remove as well.
            case .makeFolder, .removeFolder, .removeFile, .relink: return false
            }
        }
        return last ?? 0
    }

    /// Whether an earlier process has done a step that cannot be done or found now: it has come further, and what
    /// is in the way has come since.
    func isBehind(_ index: Int) -> Bool {
        guard index < reached, record.operation.steps[index].ifRefused == .takeBack else { return false }
        guard case .move(let old, _, _) = record.operation.steps[index].action,
            let mark = record.findings[index].mark
        else { return true }
        do throws(LibraryError) {
            // Names that were changed at once do not outlive a power cut in their order.
            return try folders.facts(of: record.current(old, before: index)).map { !mark.matches($0) } ?? true
        } catch {
            return false
        }
    }

    /// Where a step leaves what it is about, unless it comes to a number.
    func planned(_ index: Int) -> NotePath {
        switch record.operation.steps[index].action {
        case .makeFolder(let path), .removeFolder(let path), .removeFile(let path), .edit(let path, _, _),
            .relink(let path, _, _):
            record.current(path, before: index)
        case .move(_, let new, _): record.current(new.folder, before: index).entry(new.name)
        }
    }

    /// Whether what is at a path is what was met when the operation was planned. After a crash an inode's number
    /// alone tells nothing: it is given again.
    func isSame(_ mark: FileMark, _ facts: FileFacts) -> Bool {
        mark.matches(facts) && (!isResumed || mark.born != nil)
    }

    /// Where a step of an earlier process left what it was about; nil where it was not done.
    func whereDone(_ index: Int) -> NotePath? {
        let finding = record.findings[index]
        let path = planned(index)
        do throws(LibraryError) {
            switch record.operation.steps[index].action {
            case .makeFolder:
                guard finding.mark == nil else { return nil }
                return try folders.facts(of: path)?.kind == .directory ? path : nil
            case .removeFolder, .removeFile:
                guard finding.mark != nil else { return nil }
                return try folders.facts(of: path) == nil ? path : nil
            case .edit(_, _, let text):
                guard finding.mark != nil else { return nil }
                do throws(FileError) {
                    return try runner.disk.read(path, below: folders.root).bytes == text ? path : nil
                } catch {
                    // What cannot be read is tried again, which tells why.
                    return nil
                }
            case .relink(_, _, let target):
                guard finding.mark != nil else { return nil }
                return try folders.target(ofLink: path) == target ? path : nil
            case .move: return try whereMoved(index)
            }
        } catch {
            // The same: to try the step tells why.
            return nil
        }
    }

    /// Where an earlier process has moved something; nil where it has not.
    func whereMoved(_ index: Int) throws(LibraryError) -> NotePath? {
        guard case .move(let old, _, let ifTaken) = record.operation.steps[index].action,
            let mark = record.findings[index].mark
        else { return nil }
        let source = record.current(old, before: index)
        let planned = planned(index)
        let written = record.done[index]
        let present = try folders.facts(of: source)
        if let present, mark.matches(present) {
            // It can be at both where two calls were needed: the new name is the one to keep.
            let new = written ?? planned
            guard source != new, present.links > 1, present.kind != .directory,
                let other = try folders.facts(of: new), other.identity == present.identity
            else { return nil }
            return folders.removeFile(source.name, in: try folders.folder(source.folder)) == 0 ? new : nil
        }
        for path in [written, planned].compactMap({ $0 }) {
            if let facts = try folders.facts(of: path), mark.matches(facts) { return path }
        }
        if let written { return written }
        if ifTaken == .number, let path = try search(planned.folder, for: mark) { return path }
        // Nobody but an operation takes a staged name away. What has become since of what had it is others' doing,
        // and it may have been taken back only by the one that began it, who wrote that down first.
        if HiddenName.isStaged(source.name) { return planned }
        // A later step may have put another text, which is another file, at the new name.
        guard isEdited(index), present == nil, let kind = try folders.facts(of: planned)?.kind,
            kind == .file || kind == .link
        else { return nil }
        return planned
    }

    private func search(_ folder: NotePath, for mark: FileMark) throws(LibraryError) -> NotePath? {
        let open: OpenFolder
        do throws(LibraryError) {
            open = try folders.folder(folder)
        } catch {
            if error.code == .missing { return nil }
            throw error
        }
        guard open.isReadable else { return nil }
        for name in try folders.allNames(in: open) {
            let path = folder.entry(name)
            if let facts = try folders.facts(of: path), mark.matches(facts) { return path }
        }
        return nil
    }

    /// The names that an earlier process changed may not be durable yet.
    func markUnsynced(_ old: NotePath, _ new: NotePath) throws(LibraryError) {
        for path in [new, old] {
            do throws(LibraryError) {
                folders.markUnsynced(try folders.folder(path.folder))
            } catch {
                // A later step has removed the folder, or somebody has: then no name is left in it.
                guard error.code == .missing || error.code == .symbolicLink else { throw error }
            }
        }
    }

    // MARK: - What others have written since

    /// A note that names a file, or a canvas; nil where there is none.
    ///
    /// A note whose list this operation has changed and that is as it left it does not count: what it shows in
    /// its text it showed when that was asked for.
    func namer(of file: NotePath) throws(LibraryError) -> NotePath? {
        let own = record.operation.steps.indices.compactMap { index -> NotePath? in
            guard case .edit = record.operation.steps[index].action else { return nil }
            return whereDone(index)
        }
        return try FileMentions(of: file).paths(in: runner.vault, isWide: true, on: runner.disk)
            .first { !own.contains($0) }
    }

    /// Whether the store may be told of a move that it may have been told of before: else what it remembers of a
    /// note that has come to the old path since would be handed on.
    ///
    /// - Parameter made: All moves that were made.
    func isStillTrue(
        _ move: Int, from old: NotePath, to new: NotePath, among made: PathMoves
    ) -> Bool {
        guard let mark = record.findings[move].mark else { return false }
        do throws(LibraryError) {
            guard let facts = try folders.facts(of: made.destination(of: new, behind: move)),
                mark.matches(facts) || isEdited(move) && (facts.kind == .file || facts.kind == .link)
            else { return false }
            guard let other = try folders.facts(of: old) else { return true }
            // The name may be the same but for case, and a later step may have put something there.
            return other.identity == facts.identity || made.hasFilled(old, behind: move)
        } catch {
            // What cannot be looked at is known again by its file, as where nobody tells.
            return false
        }
    }
}
