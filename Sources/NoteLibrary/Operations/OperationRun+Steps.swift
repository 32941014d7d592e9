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
            case .move(let old, _, let ifTaken):
                return try move(index, old, ifTaken, finding)
            case .removeFolder(let path):
                return try removeFolder(index, record.current(path, before: index), finding)
            case .edit:
                // Whoever has written the note since did so over this edit.
                if isResumed, let path = record.done[index] { return .done(path) }
                let save = try save(of: index)
                return outcome(of: save, try carryOut(save))
            case .relink(let path, let old, let new):
                // Whoever has turned the link since did so after this.
                if isResumed, let path = record.done[index] { return .done(path) }
                let path = record.current(path, before: index)
                return try folders.retarget(path, from: old, to: new) || isResumed ? .done(path) : .already
            case .removeFile(let path):
                return try removeFile(index, record.current(path, before: index), finding)
            }
        } catch {
            return isBehind(index) ? .done(record.done[index] ?? planned(index)) : .refused(error)
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
        _ index: Int, _ path: NotePath, _ finding: OperationRecord.Finding
    ) throws(LibraryError) -> StepOutcome {
        guard let facts = try folders.facts(of: path) else {
            if isResumed, finding.mark != nil { return .done(path) }
            return .already
        }
        // A link of that name is no folder: what it leads to is not ours to remove. Nor is a folder that has
        // come there after the crash.
        guard facts.kind == .directory, !isResumed || finding.mark?.matches(facts) == true else {
            if record.done[index] != nil { return .done(path) }
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
        _ index: Int, _ path: NotePath, _ finding: OperationRecord.Finding
    ) throws(LibraryError) -> StepOutcome {
        guard let facts = try folders.facts(of: path) else {
            return isResumed && finding.mark != nil ? .done(path) : .already
        }
        guard let mark = finding.mark, isSame(mark, facts), facts.kind == .file || facts.kind == .link else {
            if record.done[index] != nil { return .done(path) }
            throw LibraryError(
                .changed, path, "'\(path)' was not removed: it is another file now. It is still there.")
        }
        // A record of an earlier edition does not say what it held.
        guard finding.old.isEmpty || finding.old == FileStamp.bytes(of: facts) else {
            throw LibraryError(
                .changed, path, "'\(path)' was not removed: it was written meanwhile. It is still there.")
        }
        if isResumed, let note = try namer(of: path) {
            throw LibraryError(
                .changed, path, "'\(path)' was not removed: '\(note)' names it. It is still there.")
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
        guard !unsaved.contains(record.moves.origin(of: planned, before: index)) else {
            throw LibraryError(
                .unsaved, path,
                "'\(path)' was not edited: somebody has it open with edits that are not saved. It is as it was."
            )
        }
        let finding = record.findings[index]
        guard finding.mark != nil, SHA256Digest(of: finding.old) == digest else {
            // What kept it from being looked at may be no change of it.
            if finding.mark == nil { _ = try runner.read(path, below: folders.root) }
            throw LibraryError(
                .changed, path,
                "'\(path)' was not edited: another program changed it meanwhile. It is as that left it.")
        }
        return EditSave(path: path, old: finding.old, new: text, vault: folders.root)
    }

    /// Puts a text in place of another one, and keeps that as a version.
    ///
    /// - Returns: What the save established; nil where the note held the text already.
    func carryOut(_ save: EditSave) throws(LibraryError) -> SaveReceipt? {
        if runner.keeper.keepsReplacedTexts,
            let version = try save.version(on: runner.disk)
        {
            do throws(FileError) {
                try runner.keeper.keep(version)
            } catch {
                throw LibraryError(error)
            }
        }
        return try save.carryOut(on: runner.disk)
    }

    /// What an edit comes to. Where its name is not known to outlive a power cut, it is made durable with the
    /// names that change, or the operation ends with that.
    func outcome(of save: EditSave, _ receipt: SaveReceipt?) -> StepOutcome {
        if receipt.map({ !$0.durable }) ?? isResumed {
            do throws(LibraryError) {
                folders.markUnsynced(try folders.folder(save.path.folder))
            } catch {
                // Somebody has moved or removed the folder: then no name is left in it.
            }
        }
        return receipt != nil || isResumed ? .done(save.path) : .already
    }

    // MARK: - Moves

    private func move(
        _ index: Int, _ plannedOld: NotePath, _ ifTaken: VaultOperation.Step.Taken,
        _ finding: OperationRecord.Finding
    ) throws(LibraryError) -> StepOutcome {
        let old = record.current(plannedOld, before: index)
        let new = planned(index)
        guard old != new else { return .already }
        if isResumed, let path = try whereMoved(index) {
            try markUnsynced(old, path)
            return .done(path)
        }
        let what = "'\(old)' was not moved"
        guard let mark = finding.mark, let facts = try folders.facts(of: old) else {
            throw LibraryError(.missing, old, "\(what): it is gone. Nothing was changed by that.")
        }
        guard mark.matches(facts) || isEdited(index) && facts.kind != .directory else {
            throw LibraryError(.changed, old, "\(what): something else has its name now.")
        }
        let isFolder = facts.kind == .directory
        guard !(isFolder && new.isBelow(old)) else {
            throw LibraryError(.illegalMove, old, "\(what): a folder cannot move into itself.")
        }
        let numbered = NumberedName(new.name, isFolder: isFolder)
        for number in 1...1_000_000 {
            let name = numbered.name(number)
            let answer = try rename(
                old, facts, to: new.folder.entry(name), besideAlike: ifTaken == .refuseSame)
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
    private func rename(
        _ old: NotePath, _ facts: FileFacts, to new: NotePath, besideAlike: Bool
    ) throws(LibraryError) -> Int32 {
        let isFolder = facts.kind == .directory
        let source = try folders.folder(old.folder)
        let target = try folders.folder(new.folder)
        let isSibling = source.path == target.path
        let isAlike = isSibling && old.name.folded == new.name.folded
        let alike = besideAlike ? 0 : try folders.count(ofNamesLike: new.name, in: target)
        guard alike <= (isAlike ? 1 : 0) else {
            return -EEXIST
        }
        let answer = folders.move(old.name, in: source, to: new.name, in: target, isFolder: isFolder)
        guard answer == -EEXIST, isAlike, facts.links == 1 || isFolder,
            try folders.facts(of: new)?.identity == facts.identity
        else { return answer }
        return folders.respell(old.name, in: source, as: new.name, isFolder: isFolder)
    }

    /// Whether a step of this operation writes the file that a move is about.
    func isEdited(_ index: Int) -> Bool {
        guard case .move(let old, _, _) = record.operation.steps[index].action else { return false }
        return record.edited.contains(record.moves.origin(of: old, before: index))
    }
}
