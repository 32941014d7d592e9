// SPDX-License-Identifier: MIT
// Reading from a log which of its steps a sync made durable.

import NoteFiles

/// Turns a log into choices.
struct LogReader {
    let start: DiskImage
    let log: ArraySlice<Effect>
    let model: CrashModel
    let sector: Int

    private(set) var choices: [CrashChoice] = []
    private(set) var births: [(position: Int, effect: Effect)] = []

    private var devices: [Int: UInt64]
    /// Inodes that some name leads or led to.
    private var named: Set<Int>
    /// Positions of successful syncs, by inode and by device, and of failed ones.
    private var syncs: [Int: [Int]] = [:]
    private var deviceSyncs: [UInt64: [Int]] = [:]
    private var failures: [Int: [Int]] = [:]
    /// Up to where each journal was committed.
    private var committed: [UInt64: Int] = [:]

    init(start: DiskImage, log: ArraySlice<Effect>, model: CrashModel, sector: Int) {
        self.start = start
        self.log = log
        self.model = model
        self.sector = sector
        devices = start.inodes.mapValues(\.device)
        named = Set(start.inodes.keys)
    }

    mutating func read() {
        findSyncs()
        for (position, effect) in zip(log.indices, log) {
            switch effect {
            case .create: births.append((position, effect))
            case .names(let changes):
                add(effect, position, inodes: changes.map(\.directory))
            case .size(let inode, _), .property(let inode, _):
                add(effect, position, inodes: [inode])
            case .write(let inode, let offset, let bytes, let sizeBefore):
                addSectors(inode, offset, bytes, sizeBefore, position)
            case .sync, .syncDevice, .syncFailed: break
            }
        }
    }

    /// Whether anything of it can be seen after a crash: not of a file that never had a name.
    func isVisible(_ subject: CrashChoice.Subject) -> Bool {
        switch subject {
        case .sector(let inode, _, _, _), .whole(.property(let inode, _)), .whole(.size(let inode, _)):
            named.contains(inode)
        case .whole: true
        }
    }

    private mutating func findSyncs() {
        // The last step in the journal that touched an inode.
        var touched: [Int: Int] = [:]
        for (position, effect) in zip(log.indices, log) {
            switch effect {
            case .create(let number, let inode): devices[number] = inode.device
            case .names(let changes):
                for change in changes {
                    touched[change.directory] = position
                    guard let inode = change.inode else { continue }
                    touched[inode] = position
                    named.insert(inode)
                }
            case .size(let inode, _), .property(let inode, _): touched[inode] = position
            case .write: break
            case .sync(let inode):
                syncs[inode, default: []].append(position)
                if let step = touched[inode], let device = devices[inode] {
                    committed[device] = max(committed[device] ?? -1, step)
                }
            case .syncDevice(let device):
                deviceSyncs[device, default: []].append(position)
                committed[device] = position
            case .syncFailed(let inode): failures[inode, default: []].append(position)
            }
        }
    }

    private mutating func add(_ effect: Effect, _ position: Int, inodes: [Int]) {
        guard let first = inodes.first, let device = devices[first] else { return }
        let isForced =
            switch model {
            case .weak: inodes.allSatisfy { isSynced($0, after: position) }
            case .ordered: position <= committed[device] ?? -1
            }
        choices.append(
            CrashChoice(position: position, subject: .whole(effect), journal: device, isForced: isForced))
    }

    private mutating func addSectors(
        _ inode: Int, _ offset: Int, _ bytes: [UInt8], _ sizeBefore: Int, _ position: Int
    ) {
        let isForced = isSynced(inode, after: position)
        var at = 0
        while at < bytes.count {
            // Up to the next boundary of the disk's sectors.
            let end = min(bytes.count, at + sector - (offset + at) % sector)
            choices.append(
                CrashChoice(
                    position: position,
                    subject: .sector(
                        inode, offset: offset + at, bytes: Array(bytes[at..<end]),
                        grows: offset + end > sizeBefore),
                    journal: nil, isForced: isForced))
            at = end
        }
    }

    /// Whether a sync after the step worked, and none in between failed: a failed one marks the step
    /// clean, and no later one writes it.
    private func isSynced(_ inode: Int, after position: Int) -> Bool {
        let own = syncs[inode, default: []]
        let whole = devices[inode].flatMap { deviceSyncs[$0] } ?? []
        guard let sync = (own + whole).filter({ $0 > position }).min() else { return false }
        return !failures[inode, default: []].contains { $0 > position && $0 < sync }
    }
}
