// SPDX-License-Identifier: MIT
// Programs side by side on the same folder in the same run.

/// Times several commands in turns, so that a noisy moment falls on all of them.
struct CommandComparison {
    let title: String
    /// The first is what the others are compared with.
    let commands: [Command]

    /// What the runs of one command came to.
    struct Outcome {
        fileprivate(set) var seconds = Samples()
        fileprivate(set) var processorSeconds = Samples()
        fileprivate(set) var megabytes = Samples()
    }

    /// Runs each command so often, prints a table, and answers what came of each.
    @discardableResult
    func run(times: Int) throws(BenchError) -> [Outcome] {
        var outcomes = commands.map { _ in Outcome() }
        for round in 0...times {
            for (index, command) in commands.enumerated() {
                let cost = try command.run()
                guard cost.exitCode <= 1 else {
                    throw BenchError("\(command.words.joined(separator: " ")) ended with \(cost.exitCode)")
                }
                // The first round warms the cache.
                guard round > 0 else { continue }
                outcomes[index].seconds.add(cost.seconds)
                outcomes[index].processorSeconds.add(cost.processorSeconds)
                outcomes[index].megabytes.add(cost.megabytes)
            }
        }
        let table = Table(
            title,
            [
                "what", "median ms", "least–most", "times the first", "processor ms", "times the first",
                "memory MB",
            ])
        for (command, outcome) in zip(commands, outcomes) {
            let (time, processor) = (outcome.seconds, outcome.processorSeconds)
            table.row([
                command.name, (time.median * 1000).short,
                "\((time.least * 1000).short)–\((time.most * 1000).short)",
                (time.median / outcomes[0].seconds.median).short, (processor.median * 1000).short,
                (processor.median / outcomes[0].processorSeconds.median).short, outcome.megabytes.most.short,
            ])
        }
        return outcomes
    }
}
