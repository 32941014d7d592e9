// SPDX-License-Identifier: MIT
// How each kind of step is done, or found to be done.

internal import CNoteLinux
internal import Glibc
internal import NoteFiles
internal import NoteKit

extension OperationRun {
    typealias StepOutcome = OperationOutcome.StepOutcome

    /// Does a step. What has failed has changed nothing.
    func perform(_ index: Int) -> StepOutcome {
        let finding = record.findings[index]
        do throws(LibraryError) {
            switch record.operation.steps[index].action {
            case .makeFolder(let path):
                return try makeFolder(record.current(path, before: index), finding)
            case .move(let old, let new, let ifTaken):
                return try move(index, old, new, ifTaken, finding)
            case .removeFolder(let path):
                return try removeFolder(record.current(path, before: index), finding)
            case .edit:
                // Whoever has written the note since did so over this edit.
                if isResumed, let path = record.done[index] { return .done(path) }
                let save = try save(of: index)
                return try carryOut(save) || isResumed ? .done(save.path) : .already
            case .removeFile(let path):
                return try removeFile(record.current(path, before: index), finding)
            }
        } catch {
            return .refused(error)
        }
    }

    // MARK: - Folders

    private func makeFolder(
        _ path: NotePath, _ finding: OperationRecord.Finding
    ) throws(LibraryError) -> StepOutcome {
        let parent = try folders.folder(path.folder)
        let answer = folders.makeFolder(path.name, in: parent, mode: 0o777)
        if answer == 0 { return .done(path) }
        let what = "The folder '\(path)' was not made"
        guard answer == -EEXIST else { throw LibraryError(systemError: -answer, path, what) }
        guard let facts = try folders.facts(of: path), facts.kind == .directory else {
            throw LibraryError(.nameTaken, path, "\(what): the name is taken. Nothing was changed by that.")
        }
        guard isResumed, finding.mark == nil else { return .already }
        folders.markUnsynced(parent)
        return .done(path)
    }

    private func removeFolder(
        _ path: NotePath, _ finding: OperationRecord.Finding
    ) throws(LibraryError) -> StepOutcome {
        guard let facts = try folders.facts(of: path) else {
            if isResumed, finding.mark != nil { return .done(path) }
            return .already
        }
        // A link of that name is no folder: what it leads to is not ours to remove.
        guard facts.kind == .directory else {
            throw LibraryError(
                .changed, path, "The folder '\(path)' was not removed: something else has its name now.")
        }
        let parent = try folders.folder(path.folder)
        let answer = folders.removeFolder(path.name, in: parent)
        switch answer {
        case 0: return .done(path)
        case -ENOTEMPTY, -EEXIST:
            throw LibraryError(
                .notEmpty, path,
                "The folder '\(path)' was not removed: another program has put something into it. It is still "
                    + "there, with what is in it.")
        case -ENOENT: return .already
        default: throw LibraryError(systemError: -answer, path, "The folder '\(path)' was not removed")
        }
    }

    // MARK: - Files

    private func removeFile(
        _ path: NotePath, _ finding: OperationRecord.Finding
    ) throws(LibraryError) -> StepOutcome {
        guard let facts = try folders.facts(of: path) else {
            return isResumed && finding.mark != nil ? .done(path) : .already
        }
        guard let mark = finding.mark, mark.matches(facts), facts.kind == .file || facts.kind == .link else {
            throw LibraryError(
                .changed, path, "'\(path)' was not removed: it is another file now. It is still there.")
        }
        let answer = folders.removeFile(path.name, in: try folders.folder(path.folder))
        guard answer == 0 || answer == -ENOENT else {
            throw LibraryError(systemError: -answer, path, "'\(path)' was not removed")
        }
        return .done(path)
    }

    /// The save that an edit is.
    func save(of index: Int) throws(LibraryError) -> EditSave {
        guard case .edit(let planned, let digest, let text) = record.operation.steps[index].action else {
            preconditionFailure("step \(index) is no edit")
        }
        let path = record.current(planned, before: index)
        let finding = record.findings[index]
        guard finding.mark != nil, SHA256Digest(of: finding.old) == digest else {
            throw LibraryError(
                .changed, path,
                "'\(path)' was not edited: another program changed it meanwhile. It is as that left it.")
        }
        return EditSave(path: path, old: finding.old, new: text)
    }

    /// Puts a text in place of another one, and keeps that as a version.
    ///
    /// - Returns: False where the note held the new one already.
    func carryOut(_ save: EditSave) throws(LibraryError) -> Bool {
        if runner.keeper.keepsReplacedTexts,
            let version = try save.version(in: folders.vault, runner.disk)
        {
            do throws(FileError) {
                try runner.keeper.keep(version)
            } catch {
                throw LibraryError(error)
            }
        }
        return try save.carryOut(in: folders.vault, runner.disk)
    }

    // MARK: - Moves

    private func move(
        _ index: Int, _ plannedOld: NotePath, _ plannedNew: NotePath, _ ifTaken: VaultOperation.Step.Taken,
        _ finding: OperationRecord.Finding
    ) throws(LibraryError) -> StepOutcome {
        let old = record.current(plannedOld, before: index)
        let new = record.current(plannedNew.folder, before: index).entry(plannedNew.name)
        guard old != new else { return .already }
        if isResumed, let path = whereDone(index) {
            try markUnsynced(old, path)
            return .done(path)
        }
        let what = "'\(old)' was not moved"
        guard let mark = finding.mark, let facts = try folders.facts(of: old) else {
            throw LibraryError(.missing, old, "\(what): it is gone. Nothing was changed by that.")
        }
        guard mark.matches(facts) || isEdited(index) && facts.kind == .file else {
            throw LibraryError(.changed, old, "\(what): something else has its name now.")
        }
        let isFolder = facts.kind == .directory
        guard !(isFolder && new.isBelow(old)) else {
            throw LibraryError(.illegalMove, old, "\(what): a folder cannot move into itself.")
        }
        let numbered = NumberedName(new.name, isFolder: isFolder)
        for number in 1...1_000_000 {
            let name = numbered.name(number)
            let answer = try rename(old, facts, to: new.folder.entry(name))
            switch answer {
            case 0: return .done(new.folder.entry(name))
            case -EEXIST where ifTaken == .number: continue
            case -EEXIST:
                throw LibraryError(
                    .nameTaken, new, "\(what): '\(new)' is there already. Nothing was changed by that.")
            default: throw LibraryError(systemError: -answer, old, what)
            }
        }
        throw LibraryError(.nameTaken, new, "\(what): too many files are called '\(new.name)'.")
    }

    /// Renames to a free name. A name that is the same but for case or the form of accents is taken as well,
    /// unless it is the file's own.
    private func rename(_ old: NotePath, _ facts: FileFacts, to new: NotePath) throws(LibraryError) -> Int32 {
        let isFolder = facts.kind == .directory
        let source = try folders.folder(old.folder)
        let target = try folders.folder(new.folder)
        let isSibling = source.path == target.path
        let isAlike = isSibling && old.name.folded == new.name.folded
        guard try folders.count(ofNamesLike: new.name, in: target) <= (isAlike ? 1 : 0) else {
            return -EEXIST
        }
        let answer = folders.move(old.name, in: source, to: new.name, in: target, isFolder: isFolder)
        guard answer == -EEXIST, isAlike, facts.links == 1 || isFolder,
            try folders.facts(of: new)?.identity == facts.identity
        else { return answer }
        return folders.respell(old.name, in: source, as: new.name, isFolder: isFolder)
    }

    /// Whether a step of this operation writes the file that a move is about.
    private func isEdited(_ index: Int) -> Bool {
        guard case .move(let old, _, _) = record.operation.steps[index].action else { return false }
        return record.edited.contains(record.moves.origin(of: old, before: index))
    }

    private func markUnsynced(_ old: NotePath, _ new: NotePath) throws(LibraryError) {
        folders.markUnsynced(try folders.folder(new.folder))
        do throws(LibraryError) {
            folders.markUnsynced(try folders.folder(old.folder))
        } catch {
            // A later step has removed the folder, or somebody has: then no name is left in it.
        }
    }

    // MARK: - After a crash

    /// Where a step of an earlier process left what it was about; nil where it was not done.
    func whereDone(_ index: Int) -> NotePath? {
        let finding = record.findings[index]
        do throws(LibraryError) {
            switch record.operation.steps[index].action {
            case .makeFolder(let path):
                let path = record.current(path, before: index)
                guard finding.mark == nil else { return nil }
                return try folders.facts(of: path)?.kind == .directory ? path : nil
            case .removeFolder(let path), .removeFile(let path):
                let path = record.current(path, before: index)
                guard finding.mark != nil else { return nil }
                return try folders.facts(of: path) == nil ? path : nil
            case .edit(let path, _, let text):
                let path = record.current(path, before: index)
                guard finding.mark != nil else { return nil }
                do throws(FileError) {
                    return try runner.disk.read(folders.vault.appending(path)).bytes == text ? path : nil
                } catch {
                    // What cannot be read is tried again, which tells why.
                    return nil
                }
            case .move(let old, let new, let ifTaken):
                return try whereMoved(index, old, new, ifTaken, finding)
            }
        } catch {
            // The same: to try the step tells why.
            return nil
        }
    }

    private func whereMoved(
        _ index: Int, _ plannedOld: NotePath, _ plannedNew: NotePath, _ ifTaken: VaultOperation.Step.Taken,
        _ finding: OperationRecord.Finding
    ) throws(LibraryError) -> NotePath? {
        guard let mark = finding.mark else { return nil }
        let old = record.current(plannedOld, before: index)
        let planned = record.current(plannedNew.folder, before: index).entry(plannedNew.name)
        let written = record.done[index]
        if let facts = try folders.facts(of: old), mark.matches(facts) {
            // It can be at both where two calls were needed: the new name is the one to keep.
            let new = written ?? planned
            guard old != new, facts.links > 1, facts.kind != .directory,
                let other = try folders.facts(of: new), other.identity == facts.identity
            else { return nil }
            return folders.removeFile(old.name, in: try folders.folder(old.folder)) == 0 ? new : nil
        }
        for path in [written, planned].compactMap({ $0 }) {
            if let facts = try folders.facts(of: path), mark.matches(facts) { return path }
        }
        if let written { return written }
        if ifTaken == .number, let path = try search(planned.folder, for: mark) { return path }
        // A later step may have put another text, which is another file, at the new name.
        guard isEdited(index), try folders.facts(of: old) == nil,
            try folders.facts(of: planned)?.kind == .file
        else { return nil }
        return planned
    }

    private func search(_ folder: NotePath, for mark: FileMark) throws(LibraryError) -> NotePath? {
        let open = try folders.folder(folder)
        guard open.isReadable else { return nil }
        for name in try folders.allNames(in: open) {
            let path = folder.entry(name)
            if let facts = try folders.facts(of: path), mark.matches(facts) { return path }
        }
        return nil
    }
}
