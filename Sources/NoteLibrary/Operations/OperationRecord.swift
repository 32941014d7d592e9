// SPDX-License-Identifier: MIT
// How an operation is written down: the plan with what it met, and how far it came.

internal import NoteFiles

/// What is known of an operation that was begun.
struct OperationRecord {
    /// The first line of its file; the number is that of the edition.
    static let magic = Array("notekit operation 1\n".utf8)
    /// What the first line of every edition begins with.
    static let anyMagic = Array("notekit operation ".utf8)

    /// What a step met when it was planned.
    struct Finding: Hashable {
        /// The file or folder that it is about; nil where there was none.
        var mark: FileMark?
        /// The text that it replaces; of a file to be removed its `FileStamp`.
        var old: [UInt8] = []
    }

    /// Why it is being taken back.
    struct Reversal: Hashable {
        let step: Int
        let error: LibraryError
    }

    /// Tells this operation from every other.
    let id: UInt64
    let operation: VaultOperation
    /// The operation that this one takes back.
    let undone: UInt64?
    let findings: [Finding]
    /// The moves as they were planned.
    let moves: PathMoves
    /// What the files are called before the first step into which some step puts another text, or target:
    /// then each is another file, and not known by its mark.
    let edited: Set<NotePath>
    /// Where each step that is done left what it was about, as far as it was written down.
    var done: DoneSteps
    var reversal: Reversal?
    var isFinished = false
    /// When it was finished; nil where that is not known, as in a record of an earlier edition.
    var finished: FileTime?

    init(id: UInt64, _ operation: VaultOperation, undoing undone: UInt64?, _ findings: [Finding]) {
        self.id = id
        self.operation = operation
        self.undone = undone
        self.findings = findings
        let moves = operation.pathMoves
        self.moves = moves
        edited = Set(
            operation.steps.enumerated().compactMap { index, step in
                switch step.action {
                case .edit(let path, _, _), .relink(let path, _, _): moves.origin(of: path, before: index)
                default: nil
                }
            })
        done = DoneSteps(of: operation)
    }

    private enum Kind: UInt8 {
        case head = 1
        case step, done, reversal, finished
    }

    // MARK: - Writing

    /// The records of all that is known.
    var records: [Record] {
        var head = RecordFields()
        head.append(id)
        head.append(operation.kind.description)
        head.append(operation.isUndoable ? 1 : 0)
        head.append(undone == nil ? 0 : 1)
        head.append(undone ?? 0)
        head.append(operation.steps.count)
        var records = [Record(Kind.head.rawValue, head.bytes)]
        for (step, finding) in zip(operation.steps, findings) {
            records.append(Self.record(of: step, finding))
        }
        for (index, path) in done.sorted(by: { $0.key < $1.key }) { records.append(Self.done(index, path)) }
        if let reversal { records.append(Self.reversal(reversal)) }
        if isFinished { records.append(Self.finished(at: finished)) }
        return records
    }

    static func done(_ step: Int, _ path: NotePath) -> Record {
        var fields = RecordFields()
        fields.append(step)
        fields.append(path.bytes)
        return Record(Kind.done.rawValue, fields.bytes)
    }

    static func reversal(_ reversal: Reversal) -> Record {
        var fields = RecordFields()
        fields.append(reversal.step)
        fields.append(reversal.error.code.description)
        fields.append(reversal.error.path.bytes)
        fields.append(UInt64(bitPattern: Int64(reversal.error.systemError)))
        fields.append(reversal.error.description)
        return Record(Kind.reversal.rawValue, fields.bytes)
    }

    static func finished(at moment: FileTime?) -> Record {
        var fields = RecordFields()
        if let moment {
            fields.append(UInt64(bitPattern: moment.seconds))
            fields.append(UInt64(moment.nanoseconds))
        }
        return Record(Kind.finished.rawValue, fields.bytes)
    }

    private static func record(of step: VaultOperation.Step, _ finding: Finding) -> Record {
        var fields = RecordFields()
        fields.append(Int(step.ifRefused.rawValue))
        switch step.action {
        case .makeFolder(let path):
            fields.append(0)
            fields.append(path.bytes)
        case .move(let path, let new, let ifTaken):
            fields.append(1)
            fields.append(path.bytes)
            fields.append(new.bytes)
            fields.append(Int(ifTaken.rawValue))
        case .removeFolder(let path):
            fields.append(2)
            fields.append(path.bytes)
        case .edit(let path, let digest, let text):
            fields.append(3)
            fields.append(path.bytes)
            fields.append(digest.bytes)
            fields.append(text)
        case .removeFile(let path):
            fields.append(4)
            fields.append(path.bytes)
        case .relink(let path, let old, let new):
            fields.append(5)
            fields.append(path.bytes)
            fields.append(old.bytes)
            fields.append(new.bytes)
        }
        fields.append(finding.mark)
        fields.append(finding.old)
        return Record(Kind.step.rawValue, fields.bytes)
    }

    // MARK: - Reading

    /// Reads a file of records; nil when the plan in it is not whole.
    init?(_ bytes: [UInt8]) {
        guard var reader = RecordReader(bytes, magic: Self.magic), let first = reader.next(),
            first.kind == Kind.head.rawValue
        else { return nil }
        var head = RecordFields(first.body)
        guard let id = head.number(), let word = head.text(), let kind = VaultOperation.Kind(word: word),
            let isUndoable = head.count(), let isUndoing = head.count(), let undone = head.number(),
            let count = head.count(), head.isEmpty
        else { return nil }
        var steps: [VaultOperation.Step] = []
        var findings: [Finding] = []
        for _ in 0..<count {
            guard let record = reader.next(), record.kind == Kind.step.rawValue,
                let (step, finding) = Self.step(record.body)
            else { return nil }
            steps.append(step)
            findings.append(finding)
        }
        self.init(
            id: id, VaultOperation(kind, steps, isUndoable: isUndoable != 0),
            undoing: isUndoing != 0 ? undone : nil, findings)
        while let record = reader.next() { take(record) }
    }

    private mutating func take(_ record: Record) {
        var fields = RecordFields(record.body)
        switch Kind(rawValue: record.kind) {
        case .done:
            guard let step = fields.count(), operation.steps.indices.contains(step), let path = fields.path()
            else { return }
            done[step] = path
        case .reversal:
            guard let step = fields.count(), operation.steps.indices.contains(step), let code = fields.text(),
                let path = fields.path(), let number = fields.number(), let sentence = fields.text()
            else { return }
            let error = LibraryError(
                LibraryError.Code(code), path, systemError: Int32(truncatingIfNeeded: number), sentence)
            reversal = Reversal(step: step, error: error)
        case .finished:
            isFinished = true
            guard let seconds = fields.number(), let nanoseconds = fields.number() else { return }
            finished = FileTime(
                seconds: Int64(bitPattern: seconds), nanoseconds: UInt32(truncatingIfNeeded: nanoseconds))
        case .head, .step, nil: break
        }
    }

    private static func step(_ body: [UInt8]) -> (VaultOperation.Step, Finding)? {
        var fields = RecordFields(body)
        guard let refusal = fields.count().flatMap(VaultOperation.Step.Refusal.init(count:)),
            let sort = fields.count(), let path = fields.path(), let action = action(sort, path, &fields),
            let mark = fields.mark(), let old = fields.data(), fields.isEmpty
        else { return nil }
        return (VaultOperation.Step(action, ifRefused: refusal), Finding(mark: mark, old: old))
    }

    private static func action(
        _ sort: Int, _ path: NotePath, _ fields: inout RecordFields
    ) -> VaultOperation.Step.Action? {
        switch sort {
        case 0: return .makeFolder(path)
        case 1:
            guard let new = fields.path(),
                let taken = fields.count().flatMap(VaultOperation.Step.Taken.init(count:))
            else { return nil }
            return .move(path, to: new, ifTaken: taken)
        case 2: return .removeFolder(path)
        case 3:
            guard let digest = fields.data().flatMap(SHA256Digest.init(bytes:)), let text = fields.data()
            else { return nil }
            return .edit(path, from: digest, to: text)
        case 4: return .removeFile(path)
        case 5:
            guard let old = fields.path(), let new = fields.path() else { return nil }
            return .relink(path, from: old, to: new)
        default: return nil
        }
    }
}

extension VaultOperation.Step.Refusal {
    fileprivate init?(count: Int) { self.init(rawValue: UInt8(clamping: count)) }
}

extension VaultOperation.Step.Taken {
    fileprivate init?(count: Int) { self.init(rawValue: UInt8(clamping: count)) }
}
