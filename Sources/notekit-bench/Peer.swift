// SPDX-License-Identifier: MIT
// Programs in C that stand beside ours, built where the benchmarks run.

/// A program of `scripts/peers`.
struct Peer {
    let name: String
    /// Where it was built.
    let program: String

    /// Builds a program with cc.
    ///
    /// - Parameters:
    ///   - source: Its name in `scripts/peers`, without the ending.
    ///   - flags: What the compiler needs besides.
    /// - Returns: nil where it cannot be built, which is said.
    init?(_ name: String, source: String, flags: [String], in folder: String) throws(BenchError) {
        self.name = name
        program = folder + "/" + source
        let words = ["cc", "-O2", "-o", program, "scripts/peers/\(source).c"] + flags
        let cost = try Command(name: "cc", words: words).run()
        guard cost.exitCode == 0 else {
            print(
                "\n\(name) is left out: cc could not build scripts/peers/\(source).c with \(flags.joined(separator: " "));"
            )
            print("its library may be missing (scripts/bootstrap), or this is not the package's root.")
            return nil
        }
    }

    /// Runs it over a corpus and answers its processor time in seconds, after one round to get warm.
    func seconds(over corpus: String) throws(BenchError) -> Double {
        let command = Command(name: name, words: [program, corpus, "1"])
        let (cost, output) = try command.output()
        guard cost.exitCode == 0, let seconds = Double(output.split(separator: "\n").first ?? "") else {
            throw BenchError("\(name) ended with \(cost.exitCode)")
        }
        return seconds
    }
}
