// SPDX-License-Identifier: MIT
// What must be true once recovery has run on a disk that a power cut left.

import NoteFiles

/// Recovers a crash state and looks at the result.
struct CrashCheck {
    let scenario: CrashScenario
    let stage: CrashRecorder.Stage

    /// Everything that is wrong; empty when nothing is.
    ///
    /// - Parameter cuttingRecovery: How many power cuts during the recovery itself are tried too.
    func problems(with image: DiskImage, cuttingRecovery: Int, seed: UInt64) -> [String] {
        let disk = SimulatedDisk(image, user: scenario.user, seed: seed)
        var problems = recover(disk)
        let after = disk.image
        problems += stateProblems(after)
        if disk.openCount != 0 { problems.append("recovery left \(disk.openCount) files open") }
        if disk.leaseCount != 0 { problems.append("recovery left \(disk.leaseCount) leases") }
        let log = disk.log
        problems += recover(disk)
        if disk.log.dropFirst(log.count).contains(where: { !$0.isSync }) {
            problems.append("a second recovery changed something more")
        }
        guard cuttingRecovery > 0, problems.isEmpty else { return problems }
        return cutRecovery(image, log, times: cuttingRecovery, seed: seed)
    }

    private func recover(_ disk: SimulatedDisk) -> [String] {
        let notes = NoteDisk(stateFolder: CrashScenario.state, calls: disk)
        var problems: [String] = []
        for folder in [CrashScenario.vault, CrashScenario.otherVault] {
            do throws(FileError) {
                for trace in try notes.recover(folder) {
                    if let problem = trace.problem { problems.append("\(trace.path): \(problem)") }
                }
            } catch {
                problems.append("recovery failed: \(error)")
            }
        }
        return problems
    }

    private func stateProblems(_ image: DiskImage) -> [String] {
        contentProblems(image) + leftoverProblems(image) + propertyProblems(image)
    }

    private func contentProblems(_ image: DiskImage) -> [String] {
        var problems: [String] = []
        let held = image.inode(at: CrashScenario.note)?.bytes
        if let mayHold = stage.mayHold, !mayHold.contains(where: { $0 == held }) {
            let what = held.map { "\($0.count) bytes, \(String(decoding: $0.prefix(12), as: UTF8.self))..." }
            let wanted = mayHold.map { $0.map { "\($0.count)" } ?? "none" }
            problems.append("the note holds \(what ?? "nothing"), not one of \(wanted)")
        }
        let places = [CrashScenario.vault, CrashScenario.otherVault, CrashScenario.state]
        let files = places.flatMap { image.files(below: $0) }
        for bytes in stage.mustExist where !files.contains(where: { $0.inode.bytes == bytes }) {
            problems.append("\(bytes.count) bytes of another program are nowhere")
        }
        return problems
    }

    private func leftoverProblems(_ image: DiskImage) -> [String] {
        var problems: [String] = []
        for folder in [CrashScenario.vault, CrashScenario.otherVault] {
            let expected = scenario.start.names(in: folder)
            for name in image.names(in: folder) where !expected.contains(name) {
                // Files of another program, and copies made for its sake, may be there.
                let isOutside = name == NotePath("outside.tmp") || name == CrashScenario.note.name
                let isCopy = scenario.hasOutsider && "\(name)".contains(".sync-conflict-")
                if !isOutside && !isCopy { problems.append("\(folder) holds a leftover: \(name)") }
            }
            for name in expected where !image.names(in: folder).contains(name) {
                if folder.appending(name) != CrashScenario.note { problems.append("\(name) is gone") }
            }
        }
        let records = image.names(in: CrashScenario.state.appending(NotePath("undo")))
        if !records.isEmpty { problems.append("an undo record is left: \(records)") }
        return problems
    }

    /// The note has the properties it started with, whichever file is there now.
    private func propertyProblems(_ image: DiskImage) -> [String] {
        guard let start = scenario.start.inode(at: CrashScenario.note),
            let now = image.inode(at: CrashScenario.note), now.kind == .file, !scenario.hasOutsider
        else { return [] }
        var problems: [String] = []
        if now.mode != start.mode { problems.append("the mode is \(String(now.mode, radix: 8))") }
        if now.owner != start.owner { problems.append("the owner is \(now.owner)") }
        if now.group != start.group { problems.append("the group is \(now.group)") }
        for (name, value) in start.attributes where now.attributes[name] != value {
            problems.append("the attribute \(name) is not what it was")
        }
        if start.links > 1, now.links != start.links { problems.append("\(now.links) hard links") }
        return problems
    }

    private func cutRecovery(_ image: DiskImage, _ log: [Effect], times: Int, seed: UInt64) -> [String] {
        var random = SeededGenerator(seed: seed)
        for model in CrashModel.allCases {
            for length in CrashPoint.lengths(of: log, marks: []) {
                let point = CrashPoint(image, log, length: length, model: model)
                let count = point.count(limit: times + 1)
                for number in 0..<min(count, times) {
                    let outcomes =
                        count <= times ? point.outcomes(number: number) : point.outcomes(using: &random)
                    let found = problems(with: point.image(outcomes), cuttingRecovery: 0, seed: random.next())
                    if let first = found.first {
                        return [
                            "cut again after \(length) steps of recovery, \(model), \(outcomes): \(first)"
                        ]
                    }
                }
            }
        }
        return []
    }
}
