// SPDX-License-Identifier: MIT
// The table from which everything comes that a program says of itself.

/// A program: its help, its manual and its completions are made from this.
package struct ProgramDeclaration: Sendable {
    /// The word that is typed.
    package let name: String
    /// The version that `--version` prints.
    package let version: String
    /// The day of the manual, as man pages carry it.
    package let manualDate: String
    /// One sentence on what the program is.
    package let summary: String
    /// The same at some length, for the manual.
    package let purpose: String
    /// Its commands in the order in which help shows them. A program that does one thing has one without a name.
    package let commands: [CommandDeclaration]
    /// The flags that stand without a command.
    package let flags: [Flag]
    /// What the environment changes.
    package let environment: [(name: String, meaning: String)]
    /// What the numbers mean that it ends with.
    package let exitCodes: [(code: Int32, meaning: String)]
    /// What else can be said of them; empty where there is nothing.
    package let refusals: String

    /// - Parameters:
    ///   - name: The word that is typed.
    ///   - version: The version that `--version` prints.
    ///   - manualDate: The day of the manual.
    ///   - summary: One sentence on what the program is.
    ///   - purpose: The same at some length.
    ///   - commands: Its commands in the order in which help shows them.
    ///   - flags: The flags that stand without a command.
    ///   - environment: What the environment changes.
    ///   - exitCodes: What the numbers mean that it ends with.
    ///   - refusals: What else can be said of them.
    package init(
        name: String, version: String, manualDate: String, summary: String, purpose: String,
        commands: [CommandDeclaration], flags: [Flag] = [], environment: [(name: String, meaning: String)],
        exitCodes: [(code: Int32, meaning: String)], refusals: String = ""
    ) {
        self.name = name
        self.version = version
        self.manualDate = manualDate
        self.summary = summary
        self.purpose = purpose
        self.commands = commands
        self.flags = flags
        self.environment = environment
        self.exitCodes = exitCodes
        self.refusals = refusals
    }

    /// What a program does that does one thing only; nil where it has commands.
    var only: CommandDeclaration? { commands.first.flatMap { $0.name.isEmpty ? $0 : nil } }
    /// The first line of its help.
    var title: String { "\(name) \(version): \(summary)" }
}
