// SPDX-License-Identifier: MIT
// Programs side by side on the same folder in the same run.

/// Times several commands in turns, so that a noisy moment falls on all of them.
struct CommandComparison {
    let title: String
    /// The first is what the others are compared with.
    let commands: [Command]

    func run(times: Int) throws(BenchError) {
        var seconds = commands.map { _ in Samples() }
        var megabytes = commands.map { _ in Samples() }
        for round in 0...times {
            for (index, command) in commands.enumerated() {
                let cost = try command.run()
                guard cost.exitCode <= 1 else {
                    throw BenchError("\(command.words.joined(separator: " ")) ended with \(cost.exitCode)")
                }
                // The first round warms the cache.
                guard round > 0 else { continue }
                seconds[index].add(cost.seconds)
                megabytes[index].add(cost.megabytes)
            }
        }
        let table = Table(title, ["what", "median ms", "least–most", "times the first", "memory MB"])
        for (index, command) in commands.enumerated() {
            let time = seconds[index]
            table.row([
                command.name, (time.median * 1000).short,
                "\((time.least * 1000).short)–\((time.most * 1000).short)",
                (time.median / seconds[0].median).short, megabytes[index].most.short,
            ])
        }
    }
}
