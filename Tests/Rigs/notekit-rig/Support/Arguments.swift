// SPDX-License-Identifier: MIT
// What the drivers hand to a rig.

/// A command line of the form `COMMAND --name value ... --flag`.
struct Arguments {
    let command: String
    private let values: [String: String]

    init(_ words: [String]) throws(RigFailure) {
        guard let command = words.first else { throw RigFailure("no rig named") }
        self.command = command
        var values: [String: String] = [:]
        var name: String?
        for word in words.dropFirst() {
            if word.hasPrefix("--") {
                if let flag = name { values[flag] = "yes" }
                name = String(word.dropFirst(2))
            } else {
                guard let named = name else { throw RigFailure("no name before '\(word)'") }
                values[named] = word
                name = nil
            }
        }
        if let flag = name { values[flag] = "yes" }
        self.values = values
    }

    func text(_ name: String, else fallback: String? = nil) throws(RigFailure) -> String {
        if let value = values[name] ?? fallback { return value }
        throw RigFailure("\(command) needs --\(name)")
    }

    func number(_ name: String, else fallback: Int? = nil) throws(RigFailure) -> Int {
        guard let value = values[name] else {
            if let fallback { return fallback }
            throw RigFailure("\(command) needs --\(name)")
        }
        guard let number = Int(value) else { throw RigFailure("--\(name) is no number: \(value)") }
        return number
    }

    func has(_ name: String) -> Bool { values[name] != nil }
}
