// SPDX-License-Identifier: MIT
// Going through the crash states of one scenario, each of them once.

import NoteFiles

/// Visits crash states of a recorded scenario until told to stop or none is left.
struct CrashExplorer {
    /// A crash state that recovery did not bring in order.
    struct Failure: CustomStringConvertible {
        let description: String
    }

    private struct Visit {
        let point: CrashPoint
        let stage: CrashRecorder.Stage
        /// All of its selections, when they are few.
        let count: Int
        var next = 0
        /// How many selections by chance led to known states, one after another.
        var stale = 0
        /// Steps of a prime above `few` visit every number once, in an order that favours none.
        var number: Int { next * 7_919 % count }
        var isExhausted: Bool { count < CrashExplorer.few ? next >= count : stale >= 100 }
    }

    private static let few = 5_000

    let recorder: CrashRecorder
    private var visits: [Visit] = []
    private var random: SeededGenerator
    private var seen: Set<Int> = []
    private(set) var failures: [Failure] = []

    init(_ scenario: CrashScenario, seed: UInt64 = 1) throws {
        recorder = try CrashRecorder(running: scenario)
        random = SeededGenerator(seed: seed)
        let log = recorder.disk.log
        for model in CrashModel.allCases {
            for length in CrashPoint.lengths(of: log, marks: recorder.stages.map(\.position)) {
                let point = CrashPoint(scenario.start, log, length: length, model: model)
                visits.append(
                    Visit(
                        point: point, stage: recorder.stage(at: length),
                        count: point.count(limit: Self.few)))
            }
        }
    }

    /// How many different states were checked.
    var count: Int { seen.count }

    var isExhausted: Bool { visits.allSatisfy(\.isExhausted) }

    /// Checks up to `share` more states.
    mutating func explore(_ share: Int) {
        let target = seen.count + share
        // A few of each point in turn, so that a small share is spread over all of them.
        while seen.count < target, !isExhausted, failures.count < 3 {
            for index in visits.indices where !visits[index].isExhausted {
                for _ in 0..<4 where !visits[index].isExhausted && seen.count < target { visit(index) }
            }
        }
    }

    private mutating func visit(_ index: Int) {
        let visit = visits[index]
        let outcomes =
            visit.count < Self.few
            ? visit.point.outcomes(number: visit.number) : visit.point.outcomes(using: &random)
        visits[index].next += 1
        let image = visit.point.image(outcomes)
        var hasher = Hasher()
        hasher.combine(image.fingerprint)
        // The same disk is another case when the caller had been told something else.
        hasher.combine(visit.stage.position)
        guard seen.insert(hasher.finalize()).inserted else {
            visits[index].stale += 1
            return
        }
        visits[index].stale = 0
        let check = CrashCheck(scenario: recorder.scenario, stage: visit.stage)
        // With another program about, what recovery does in which order matters most.
        let isSample = seen.count % (recorder.scenario.hasOutsider ? 2 : 16) == 0
        let problems = check.problems(
            with: image, cuttingRecovery: isSample ? 8 : 0, seed: UInt64(seen.count) << 32)
        guard let first = problems.first else { return }
        failures.append(
            Failure(
                description: """
                    \(recorder.scenario.name): power cut after \(visit.point.length) steps, \
                    \(visit.point.model) model, outcomes \(outcomes): \(first)
                    \(describe(visit.point, outcomes))\(tree(image))
                    """))
    }

    private func describe(_ point: CrashPoint, _ outcomes: [Int]) -> String {
        zip(point.choices, outcomes).map { choice, outcome in
            let fate = choice.isForced ? "durable" : "outcome \(outcome)"
            return switch choice.subject {
            case .whole(let effect): "  \(choice.position) \(fate): \(effect)\n"
            case .sector(let inode, let offset, let bytes, _):
                "  \(choice.position) \(fate): \(bytes.count) bytes of \(inode) at \(offset)\n"
            }
        }.joined()
    }

    private func tree(_ image: DiskImage) -> String {
        image.files(below: NotePath("/")).map { "  \($0.path): \($0.inode.bytes.count) bytes\n" }.joined()
    }
}
