// SPDX-License-Identifier: MIT
// What came of all races together.

/// Counts ends, faults and bytes.
struct RaceTally {
    private(set) var races = 0
    private(set) var collided = 0
    private(set) var takenBack = 0
    private(set) var ends: [RaceEnd: Int] = [:]
    private(set) var faults: [RaceFault: Int] = [:]
    private(set) var lostBytes = (theirs: 0, ours: 0)
    private(set) var examples: [String] = []

    mutating func add(_ scene: RaceScene, round: UInt64, collided: Bool, takenBack: Bool) {
        races += 1
        if collided { self.collided += 1 }
        if takenBack { self.takenBack += 1 }
        let (end, faults) = scene.verdict()
        if let end { ends[end, default: 0] += 1 }
        for fault in faults { self.faults[fault, default: 0] += 1 }
        if faults.contains(.lostTheirs) { lostBytes.theirs += scene.theirs.count }
        if faults.contains(.lostOurs) { lostBytes.ours += scene.ours.count }
        if !faults.isEmpty, examples.count < 12 {
            let what = faults.map(\.rawValue).joined(separator: "; ")
            examples.append(
                "  round \(round), \(scene.move): \(what)\n    said \(scene.answer); found \(scene.found)")
        }
    }

    var faultCount: Int { faults.values.reduce(0, +) }
    var losses: Int {
        faults[.lostTheirs, default: 0] + faults[.lostOurs, default: 0] + faults[.torn, default: 0]
    }

    var summary: String {
        let ends = RaceEnd.allCases.compactMap { end in self.ends[end].map { "\(end.rawValue) \($0)" } }
        let faults = RaceFault.allCases.compactMap { fault in
            self.faults[fault].map { "\(fault.rawValue) \($0)" }
        }
        return "\(races) races, \(collided) overlapping, \(takenBack) taken back; "
            + (ends + faults).joined(separator: "; ")
    }
}

extension RaceScene {
    /// Who is where, without any text.
    var found: String {
        files.sorted { $0.key < $1.key }.map { name, bytes in
            let who =
                bytes == base
                ? "base" : bytes == ours ? "ours" : bytes == theirs ? "theirs" : "\(bytes.count) other bytes"
            return "\(name) = \(who)"
        }.joined(separator: ", ")
    }
}
